import { type Command, Option } from 'commander';
import { namedIds, readTime } from '../../cli/arguments.ts';
import { run } from '../../command-line.ts';
import { channelNames } from '../delivery/deliveries.ts';

/** Adds the desk's commands. `command` adds one with a name and a summary. */
export function addDeskCommands(command: (name: string, summary: string) => Command): void {
  command('accept', 'deliver bookings that look like spam: from then on they are like any other')
    .argument(...namedIds)
    .option('--quarantined', 'all that are, or of the named ones only those')
    .action(run(async () => (await import('./change.ts')).accept));

  ofDeliveries(command('replay', 'deliver again'))
    .description(
      'Delivers again: every delivery of the bookings, or those that are dead. The running server delivers them within seconds. What is sent again carries the same Message-ID or webhook-id as before.',
    )
    .option(
      '--since <time>',
      'with --channel: also bookings from then on that it never delivered',
      readTime,
    )
    .addHelpText('after', '\nExample: ./lodemark replay --channel mail --since 2026-01-31')
    .action(run(async () => (await import('./change.ts')).replay));

  ofDeliveries(command('done', 'mark deliveries as done: you have read the booking elsewhere'))
    .description(
      'Marks open deliveries as done: those of the bookings, the dead ones, or those of a channel, because you have read the booking elsewhere. They are not tried any more, and doctor reports no fault. The booking stays; replay ID delivers it after all.',
    )
    .action(run(async () => (await import('./change.ts')).done));

  command('deliver', 'deliver what waits, without the website')
    .description(
      'Delivers what waits, without the website, until it is stopped (Ctrl+C or SIGTERM); also erases by RETENTION_DAYS, reminds by CONTACT_WITHIN and reports to REPORT_EMAIL. Works next to the running server: nothing is delivered twice.',
    )
    .option('--once', 'deliver what is due now, then end; exit code 1 when a try failed')
    .action(run(async () => (await import('./deliver.ts')).deliver));

  command('contacted', 'mark leads as contacted: someone has written or called')
    .argument(...namedIds)
    .action(run(async () => (await import('./change.ts')).contacted));

  command('inbox-link', 'print a link to sign in to the inbox, where there is no mail')
    .description(
      'Prints a link by which an address of INBOX_USERS signs in to the inbox, as a mail would bring it: once, within ten minutes, in the first browser in which its button is pressed. Anyone who has it can sign in.',
    )
    .argument('<address>', 'one of INBOX_USERS')
    .action(run(async () => (await import('./inbox-link.ts')).inboxLink));
}

function ofDeliveries(command: Command): Command {
  return command
    .argument(...namedIds)
    .option('--dead', 'what is dead, of all bookings or of the named ones')
    .addOption(new Option('--channel <name>', 'of one channel').choices(channelNames));
}

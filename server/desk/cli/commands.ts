import { type Command, Option } from 'commander';
import { namedIds, readTime } from '../../cli/arguments.ts';
import { run } from '../../command-line.ts';
import { channelNames } from '../delivery/channel.ts';

/** Adds the desk's commands. `command` adds one with a name and a summary. */
export function addDeskCommands(command: (name: string, summary: string) => Command): void {
  command('accept', 'Release quarantined leads for delivery.')
    .argument(...namedIds)
    .option(
      '--quarantined',
      'Release every quarantined lead, or only the quarantined ones among the arguments',
    )
    .action(run(async () => (await import('./change.ts')).accept));

  ofDeliveries(command('replay', 'Deliver leads again.'))
    .description(
      'Deliver leads again: all their deliveries, or the dead ones. The running server sends them within seconds, with the same Message-ID or webhook-id as before.',
    )
    .option(
      '--since <time>',
      'With --channel: deliver leads from this time on that this channel has not had yet',
      readTime,
    )
    .addHelpText('after', '\nExample: ./lodemark replay --channel mail --since 2026-01-31')
    .action(run(async () => (await import('./change.ts')).replay));

  ofDeliveries(command('done', 'Mark deliveries as done.'))
    .description(
      'Mark pending and dead deliveries as done, because you have read the leads elsewhere. The server stops retrying them, and doctor stops reporting them. The leads are kept, and replay ID can still deliver them.',
    )
    .action(run(async () => (await import('./change.ts')).done));

  command('deliver', 'Deliver pending leads without the website.')
    .description(
      'Deliver pending leads without the website, until you stop it (Ctrl+C or SIGTERM). It also applies RETENTION_DAYS, CONTACT_WITHIN and REPORT_EMAIL. It can run next to the server: nothing is delivered twice.',
    )
    .option('--once', 'Deliver what is due now, then end with exit code 1 if an attempt failed')
    .action(run(async () => (await import('./deliver.ts')).deliver));

  command('rehearse', 'Send a test request through SITE_URL and check that it reaches you.')
    .description(
      'Send a request through SITE_URL as a visitor does, and follow the lead through each channel. Then restore the last backup into a temporary folder, and erase the test lead. Each stage is printed with its time in milliseconds, and with advice if it fails. Email and chat get a test; a webhook gets booking.test. The exit code is 1 if a stage fails.',
    )
    .option('--backup <file>', 'Restore this backup instead of the last one made here')
    .action(run(async () => (await import('./rehearse.ts')).rehearse));

  command('contacted', 'Mark leads as contacted.')
    .argument(...namedIds)
    .action(run(async () => (await import('./change.ts')).contacted));

  command('link', 'Name a source and print its link, or list all names.')
    .description(
      'Add a name for a fair, an advertisement or a newsletter, and print the link to share. Leads that come through the link have this name as their source. Without a name, all links are printed.',
    )
    .argument('[name]', 'Up to 24 lowercase letters and digits, with single hyphens inside')
    .option('--remove', 'Remove the name. Leads keep it, and its link counts as "other"')
    .addHelpText('after', '\nExample: ./lodemark link fair-2026')
    .action(run(async () => (await import('./link.ts')).link));

  command('inbox-link', 'Print a link to sign in to the inbox.')
    .description(
      'Print the link that a sign-in email would contain. It works once, for ten minutes, in the first browser in which its button is pressed. Anyone who has it can sign in.',
    )
    .argument('<address>', 'Address from INBOX_USERS')
    .action(run(async () => (await import('./inbox-link.ts')).inboxLink));
}

function ofDeliveries(command: Command): Command {
  return command
    .argument(...namedIds)
    .option('--dead', 'Only dead deliveries: of the named leads, or of all leads')
    .addOption(
      new Option('--channel <name>', 'Only deliveries of this channel').choices(channelNames),
    );
}

import type { Command } from 'commander';
import { type LeadState, longestNote } from '../store/lead.ts';
import { namedIds, readId, readSessions } from './arguments.ts';
import { run } from './run.ts';

/** The commands that do what the inbox does, and let somebody into it. */
export function addInboxCommands(program: Command): void {
  const mark = (state: LeadState) => run(async () => (await import('./leads.ts')).mark(state));

  program
    .command('contacted')
    .summary('mark leads as contacted: somebody has written or called')
    .description(
      'Marks leads as contacted: somebody of you has written or called. The first time counts as when the promise was kept, and nobody is reminded of them any more.',
    )
    .argument(...namedIds)
    .addHelpText('after', '\nExample: ./lodemark contacted 3 5-9')
    .action(mark('contacted'));

  program
    .command('close')
    .summary('mark leads as closed: nothing is left to do')
    .description('Marks leads as closed: nothing is left to do. They stay until they are erased.')
    .argument(...namedIds)
    .addHelpText('after', '\nExample: ./lodemark close 3 5-9')
    .action(mark('closed'));

  program
    .command('reopen')
    .summary('mark leads as new again')
    .description(
      'Marks leads as new again, such as after a mistake. When they were first contacted stays.',
    )
    .argument(...namedIds)
    .addHelpText('after', '\nExample: ./lodemark reopen 3')
    .action(mark('new'));

  program
    .command('note')
    .summary('show or replace the note of a lead')
    .description(
      `Shows the note of a lead, or puts another of at most ${longestNote} characters in its place. The one before stays in the history, which show has, until the lead is erased.`,
    )
    .argument('<id>', 'its number, as list shows it', readId)
    .argument('[text...]', 'the new note')
    .option('--clear', 'no note any more')
    .addHelpText('after', "\nExample: ./lodemark note 12 'Called: wants an offer by Friday'")
    .action(run(async () => (await import('./leads.ts')).note));

  program
    .command('inbox-link')
    .summary('print a link to sign in to the inbox, where there is no mail')
    .description(
      'Prints a link by which an address of INBOX_USERS signs in to the inbox, as a mail would bring it: once, within ten minutes, in the first browser in which its button is pressed. Whoever has it gets in.',
    )
    .argument('<address>', 'one of INBOX_USERS')
    .addHelpText('after', '\nExample: ./lodemark inbox-link sales@company.com')
    .action(run(async () => (await import('./sessions.ts')).inboxLink));

  program
    .command('sessions')
    .summary('show who is signed in to the inbox, or sign them out')
    .description(
      'Shows who is signed in to the inbox: each browser is a session, for twelve hours. To keep somebody out for good, take the address out of INBOX_USERS and restart.',
    )
    .option('--revoke <id...>', 'end these sessions, or all', readSessions)
    .option('--json', 'an array of objects for machines: id, email, created_at, expires_at')
    .addHelpText('after', '\nExample: ./lodemark sessions --revoke 3')
    .action(run(async () => (await import('./sessions.ts')).sessions));
}

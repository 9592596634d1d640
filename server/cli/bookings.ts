import { type Command, Option } from 'commander';
import { longestNote } from '../../booking/lead.ts';
import { createProgram, report, run } from '../command-line.ts';
import { bookingStates } from '../store/booking.ts';
import { namedIds, readEmailOrIds, readId, readSessions, readTime, upTo } from './arguments.ts';

const program = createProgram('./lodemark')
  .usage('COMMAND [options]')
  .addHelpText(
    'after',
    '\nCOMMAND --help tells more. Settings are read from the environment and .env, like the server’s.',
  );

filtered(command('list', 'show the bookings, newest first, without what looks like spam'))
  .option('--limit <n>', 'how many at most (default: 100; with --json all)', upTo(1e7))
  .addOption(
    new Option('--quarantined', 'those that look like spam and wait for accept ID').conflicts(
      'state',
    ),
  )
  .option('--json', 'an array of objects for machines, with all that is stored of each')
  .addHelpText('after', '\nExample: ./lodemark list --json --since 7d --state dead')
  .action(run(async () => (await import('./list.ts')).list));

command('show', 'show one booking with its deliveries, its note and who did what when')
  .argument('<id>', 'its number, as list shows it', readId)
  .option('--json', 'an object for machines')
  .action(run(async () => (await import('./show.ts')).show));

filtered(command('export', 'write the bookings to a CSV, JSON or NDJSON file'))
  .description(
    'Writes the bookings to a file that only you can read, or with - to standard output, newest first. What looks like spam is among them: its state is quarantined, and spam_signals says why. In CSV, what a spreadsheet would take for a formula starts with an apostrophe; a file begins with the mark by which spreadsheets know UTF-8, and standard output does not.',
  )
  .argument('<file>', 'FILE.csv, FILE.json, FILE.ndjson or -')
  .option(
    '--format <format>',
    'of what - writes: csv (as without it), json or ndjson; a file has that of its ending',
  )
  .option('--force', 'replace the file if it exists')
  .addHelpText(
    'after',
    '\nExamples: ./lodemark export january.csv --since 2026-01-01 --until 2026-02-01\n          ./lodemark export - --format ndjson | grep company.com',
  )
  .action(run(async () => (await import('./list.ts')).exportFile));

command('accept', 'deliver bookings that look like spam: from then on they are like any other')
  .argument(...namedIds)
  .option('--quarantined', 'all that are, or of the named ones only those')
  .action(run(async () => (await import('./change.ts')).accept));

ofDeliveries(command('replay', 'deliver again'))
  .description(
    'Delivers again: every delivery of the bookings, or those that are dead. The running server takes them up within seconds; after an outage of the mail server or the webhook within 15 minutes, or at once after a restart. What is sent again carries the same Message-ID or webhook-id as before.',
  )
  .addHelpText('after', '\nExample: ./lodemark replay --dead --channel mail')
  .action(run(async () => (await import('./change.ts')).replay));

ofDeliveries(command('done', 'mark deliveries as done: you have read the booking elsewhere'))
  .description(
    'Marks open deliveries as done: those of the bookings, the dead ones, or those of a channel, because you have read the booking elsewhere. They are not tried any more, and doctor reports no fault. The booking stays; replay ID delivers it after all.',
  )
  .action(run(async () => (await import('./change.ts')).done));

command('erase', 'erase bookings for good')
  .description(
    'Erases bookings, or all that an address left, with their deliveries; it shows them and asks first. Also from the backups and replaced databases in DATA_DIR. A hash of the request’s random key with its values stays, so that a late repeat of the same request does not bring it back. Mails that were sent still hold it, and so may files elsewhere, which are named.',
  )
  .argument('[email-or-id...]', 'addresses, numbers and ranges of them', readEmailOrIds)
  .option('--quarantined', 'all that look like spam, or of the named ones only those')
  .option('--older-than <days>', 'what was delivered and is older, like RETENTION_DAYS', upTo(1e5))
  .option('--yes', 'do not show them and ask')
  .addHelpText(
    'after',
    '\nExamples: ./lodemark erase someone@company.com\n          ./lodemark erase 12 20-35 --quarantined',
  )
  .action(run(async () => (await import('./erase.ts')).erase));

command('backup', 'copy the database into one file, also while the server runs')
  .argument('<file>', 'the new file')
  .option('--force', 'replace the file if it exists')
  .action(run(async () => (await import('./backup.ts')).backup));

command('restore', 'put a backup in the place of the database')
  .description(
    'Puts a backup in the place of the database. The server must be stopped. The database that was there is kept beside it under another name: remove it when all is well. What was erased after the backup is there again: erase it again. What was delivered after it is delivered once more. With PostgreSQL use pg_restore.',
  )
  .argument('<file>', 'the backup')
  .option('--yes', 'do not ask first')
  .action(run(async () => (await import('./backup.ts')).restore));

command('deliver', 'deliver what waits, without the website')
  .description(
    'Delivers what waits, without the website, until it is stopped (Ctrl+C or SIGTERM); also erases by RETENTION_DAYS, reminds by CONTACT_WITHIN_HOURS and reports to REPORT_EMAIL. Works beside the running server: nothing is delivered twice.',
  )
  .option('--once', 'deliver what is due now, then end; exit code 1 when a try failed')
  .action(run(async () => (await import('./deliver.ts')).deliver));

command('contacted', 'mark leads as contacted: somebody has written or called')
  .argument(...namedIds)
  .action(run(async () => (await import('./change.ts')).mark('contacted')));

command('close', 'mark leads as closed: nothing is left to do; they stay until they are erased')
  .argument(...namedIds)
  .action(run(async () => (await import('./change.ts')).mark('closed')));

command('reopen', 'mark leads as new again; when they were first contacted stays')
  .argument(...namedIds)
  .action(run(async () => (await import('./change.ts')).mark('new')));

command('note', 'show or replace the note of a lead')
  .description(
    `Shows the note of a lead, or puts another of at most ${longestNote} characters in its place. The one before stays in the history, which show has, until the lead is erased.`,
  )
  .argument('<id>', 'its number, as list shows it', readId)
  .argument('[text...]', 'the new note')
  .option('--clear', 'no note any more')
  .addHelpText('after', "\nExample: ./lodemark note 12 'Called: wants an offer by Friday'")
  .action(run(async () => (await import('./change.ts')).note));

command('inbox-link', 'print a link to sign in to the inbox, where there is no mail')
  .description(
    'Prints a link by which an address of INBOX_USERS signs in to the inbox, as a mail would bring it: once, within ten minutes, in the first browser in which its button is pressed. Whoever has it gets in.',
  )
  .argument('<address>', 'one of INBOX_USERS')
  .action(run(async () => (await import('./inbox.ts')).inboxLink));

command('sessions', 'show who is signed in to the inbox, or sign them out')
  .description(
    'Shows who is signed in to the inbox: each browser is a session, for twelve hours. To keep somebody out for good, take the address out of INBOX_USERS and restart.',
  )
  .option('--revoke <id...>', 'end these sessions, or all', readSessions)
  .option('--json', 'an array of objects for machines: id, email, created_at, expires_at')
  .action(run(async () => (await import('./inbox.ts')).sessions));

command('migrate', 'bring the database up to this version')
  .description(
    'Makes the tables if there are none, and brings the database up to this version’s schema. The server does the same when it starts, where its login may. With PostgreSQL the login of MIGRATE_URL is used, or else that of DATABASE_URL.',
  )
  .addHelpText(
    'after',
    '\nExample: DATABASE_URL=postgres://booking_server:password@host/database \\\n         MIGRATE_URL=postgres://owner:password@host/database ./lodemark migrate',
  )
  .action(run(async () => (await import('./deliver.ts')).migrate));

command('doctor', 'check the settings, the database and the deliveries')
  .description(
    'Checks the settings, the server, the database, the disk, the backups, the deliveries and what visitors see. Exit code 1 when something is wrong, such as a delivery that is dead or has waited longer than DELIVERY_LATE_MINUTES: run it from a timer with --alert.',
  )
  .option(
    '--send-test',
    'also send a test through each channel, and show what the other side answered',
  )
  .option(
    '--alert',
    'also tell by ALERT_EMAIL and ALERT_WEBHOOK_URL what is wrong: once, and once when it is over',
  )
  .option('--no-server', 'where no server of ours runs: not a fault')
  .option('--json', 'an array of objects for machines: what, state (ok, warning, wrong), text')
  .action(run(async () => (await import('./doctor.ts')).doctor));

/** A command; its help begins with the summary where no description follows. */
function command(name: string, summary: string): Command {
  return program.command(name).summary(summary).description(summary);
}

/** The options that choose bookings. */
function filtered(command: Command): Command {
  return command
    .option(
      '--since <time>',
      'from this time on (UTC): 2026-01-31, 2026-01-31T09:00, or 7d, 12h, 30m ago',
      readTime,
    )
    .option('--until <time>', 'before this time', readTime)
    .option('--text <text>', 'with this in what the visitor left')
    .addOption(
      new Option('--state <state>', 'in this state; none: no delivery yet').choices(bookingStates),
    );
}

function ofDeliveries(command: Command): Command {
  return command
    .argument(...namedIds)
    .option('--dead', 'what is dead, of all bookings or of the named ones')
    .option('--channel <name>', 'of one channel, as show names it; mail: of every mail:…');
}

// `… | head` closes the pipe when it has seen enough: not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

if (process.argv.length === 2) process.argv.push('--help');
await program.parseAsync().catch((error) => {
  process.exitCode = report(error);
});

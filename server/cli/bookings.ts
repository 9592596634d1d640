import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { createProgram, report, run } from '../command-line.ts';
import { deliveryStates, storedStates } from '../store/bookings.ts';
import { integerUpTo, readEmailOrIds, readId, readTime } from './arguments.ts';

const program = createProgram('./lodemark')
  .usage('COMMAND [options]')
  .addHelpText(
    'after',
    '\nCOMMAND --help prints more. Settings are read from the environment and .env, like the server’s.',
  );

filtered(command('list', 'show the bookings, newest first, without what looks like spam'))
  .option('--limit <n>', 'how many at most (default: 100; with --json all)', integerUpTo(1e7))
  .addOption(
    new Option('--quarantined', 'those that look like spam and wait for accept ID').conflicts(
      'state',
    ),
  )
  .option('--json', 'an array of objects for machines, with all that is stored of each')
  .addHelpText('after', '\nExample: ./lodemark list --json --since 7d --delivery dead')
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

command('erase', 'erase bookings for good')
  .description(
    'Erases bookings, or all that an address left, with their deliveries and history; it shows them and asks first. Number and time of each stay in erased.jsonl, so that a restored backup is erased again. Backups, exports and emails still hold them.',
  )
  .argument('[email-or-id...]', 'addresses, numbers and ranges of them', readEmailOrIds)
  .option('--quarantined', 'all that look like spam, or of the named ones only those')
  .option(
    '--older-than <days>',
    'closed leads that are older, and delivered ones that are twice as old, like RETENTION_DAYS',
    integerUpTo(1e5),
  )
  .option('--again', 'after pg_restore: erase again what was erased since the backup')
  .option('--yes', 'do not show them and ask')
  .addHelpText(
    'after',
    '\nExamples: ./lodemark erase someone@company.com\n          ./lodemark erase 12 20-35 --quarantined',
  )
  .action(run(async () => (await import('./erase.ts')).erase));

command('backup', 'copy the database into one file, also while the server runs')
  .argument('<file>', 'the new file')
  .option('--force', 'replace the file if it exists')
  .option(
    '--keep <n>',
    'remove older backups in that folder, except the newest N',
    integerUpTo(10_000),
  )
  .action(run(async () => (await import('./backup.ts')).backup));

command('restore', 'put a backup in the place of the database')
  .description(
    'Replaces the database by a backup. The server must be stopped. The replaced database stays next to it under another name. What was erased since the backup is erased again, and everyone signs in again. What was delivered since the backup is delivered once more. With PostgreSQL use pg_restore, then erase --again.',
  )
  .argument('<file>', 'the backup')
  .option('--yes', 'do not ask first')
  .action(run(async () => (await import('./backup.ts')).restore));

command('migrate', 'bring the database up to this version')
  .description(
    'Makes the tables if there are none, and brings the database up to this version’s schema. The server does the same when it starts, where its login may. With PostgreSQL give the owner’s login in DATABASE_URL.',
  )
  .addHelpText(
    'after',
    '\nExample: DATABASE_URL=postgres://owner:password@host/database ./lodemark migrate',
  )
  .action(run(async () => (await import('./migrate.ts')).migrate));

command('doctor', 'check the settings, the database and the deliveries')
  .description(
    'Checks the settings, the database, the deliveries, the disk, the backups, the public address and its certificate. Exit code 1 when something is wrong. The server looks for the same every five minutes, and reports it to ALERT_EMAIL and CHAT_URL.',
  )
  .option(
    '--send-test',
    'also send a test through each channel, and show what the other side answered',
  )
  .option('--json', 'an array of objects for machines: code, state (ok, warning, wrong), text')
  .action(run(async () => (await import('./doctor.ts')).doctor));

const deskCommands = new URL('../desk/cli/commands.ts', import.meta.url);
if (existsSync(deskCommands)) (await import('../desk/cli/commands.ts')).addDeskCommands(command);

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
    .addOption(new Option('--state <state>', 'Only leads in this state').choices(storedStates))
    .addOption(
      new Option(
        '--delivery <state>',
        'Only bookings whose deliveries are in this state ("none": no delivery yet)',
      ).choices(deliveryStates),
    );
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

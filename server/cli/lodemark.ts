import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { leadFolders } from '../../booking/lead.ts';
import { createProgram, reportError, run } from '../command-line.ts';
import { deliveryStates } from '../store/bookings.ts';
import { integerUpTo, readEmailOrId, readId, readTime } from './arguments.ts';

const program = createProgram('./lodemark')
  .usage('COMMAND [options]')
  .addHelpText(
    'after',
    '\nRun COMMAND --help for its options. The commands read the same settings as the server.',
  );

filtered(command('list', 'List leads, newest first, without quarantined ones.'))
  .option(
    '--limit <n>',
    'Limit the list to N leads (default: 100, with --json all)',
    integerUpTo(1e7),
  )
  .addOption(new Option('--quarantined', 'List quarantined leads only').conflicts('state'))
  .option('--json', 'Print a JSON array with every stored value')
  .addHelpText('after', '\nExample: ./lodemark list --json --since 7d --delivery dead')
  .action(run(async () => (await import('./list.ts')).list));

command('show', 'Show a lead with its deliveries, note and history.')
  .argument('<id>', 'Number of the lead, as in list', readId)
  .option('--json', 'Print a JSON object')
  .action(run(async () => (await import('./list.ts')).show));

filtered(command('export', 'Export leads to a CSV, JSON or NDJSON file.'))
  .description(
    'Export leads, newest first, to a file that only you can read, or to standard output (-). Quarantined leads are included: spam_signals gives the reasons. In CSV, a value that a spreadsheet could read as a formula starts with an apostrophe. A CSV file starts with a byte order mark; standard output does not.',
  )
  .argument('<file>', 'FILE.csv, FILE.json, FILE.ndjson, or - for standard output')
  .option(
    '--format <format>',
    'Format of standard output: csv (default), json or ndjson. A file has the format of its extension',
  )
  .option('--force', 'Replace an existing file')
  .addOption(
    new Option(
      '--counts',
      'Export how often each page was loaded instead: by day (UTC), page, language and source. These are loads, not people',
    ).conflicts(['text', 'state', 'delivery']),
  )
  .addHelpText(
    'after',
    '\nExamples: ./lodemark export january.csv --since 2026-01-01 --until 2026-02-01\n          ./lodemark export - --format ndjson | grep company.com',
  )
  .action(run(async () => (await import('./export.ts')).exportFile));

command('erase', 'Erase leads permanently.')
  .description(
    'Show leads and ask, then erase them with their deliveries and history. erased.jsonl keeps the number and time of each, so that a restore can erase them again. Backups, exports and emails still contain them.',
  )
  .argument('[email-or-id...]', 'Email addresses and numbers of leads', readEmailOrId)
  .option(
    '--quarantined',
    'Erase every quarantined lead, or only the quarantined ones among the arguments',
  )
  .option(
    '--older-than <days>',
    'Erase closed leads older than this many days, and delivered leads twice as old, as RETENTION_DAYS does',
    integerUpTo(1e5),
  )
  .option('--again', 'Repeat the erasures made after the backup (run it after pg_restore)')
  .option('--yes', 'Erase without confirmation')
  .addHelpText(
    'after',
    '\nExamples: ./lodemark erase someone@company.com\n          ./lodemark erase 12 20 --quarantined',
  )
  .action(run(async () => (await import('./erase.ts')).erase));

command('backup', 'Back up the database to one file, while the server runs.')
  .argument('<file>', 'Path of the backup')
  .option('--force', 'Replace an existing file')
  .option(
    '--keep <n>',
    'Keep the newest N backups in that folder and remove the others',
    integerUpTo(10_000),
  )
  .action(run(async () => (await import('./backup.ts')).backup));

command('restore', 'Replace the database with a backup.')
  .description(
    'Replace the database with a backup. Stop the server first. The replaced database stays next to it under another name. Leads that were erased since the backup are erased again. Deliveries made after the backup are sent once more, and everyone signs in again. With PostgreSQL, use pg_restore and then erase --again.',
  )
  .argument('<file>', 'Path of the backup')
  .option('--yes', 'Restore without confirmation')
  .action(run(async () => (await import('./backup.ts')).restore));

command('migrate', 'Migrate the database to this version.')
  .description(
    'Create the tables, or migrate them to this version. The server does the same when it starts, if its login has the rights. With PostgreSQL, set DATABASE_URL with the owner’s login.',
  )
  .addHelpText(
    'after',
    '\nExample: DATABASE_URL=postgres://owner:password@host/database ./lodemark migrate',
  )
  .action(run(async () => (await import('./with-store.ts')).migrate));

command('doctor', 'Check settings, database, deliveries, backups and the public address.')
  .description(
    'Check settings, database, deliveries, disk, backups, the public address and its certificate. The exit code is 1 if anything is wrong. The server runs the same checks every five minutes and reports to ALERT_EMAIL and CHAT_URL.',
  )
  .option('--send-test', 'Send a test through each channel and print its answer')
  .option('--json', 'Print a JSON array of findings: code, state (ok, warning, wrong), text')
  .action(run(async () => (await import('./doctor.ts')).doctor));

const deskCommands = new URL('../desk/cli/commands.ts', import.meta.url);
if (existsSync(deskCommands)) (await import('../desk/cli/commands.ts')).addDeskCommands(command);

/** Adds a command. Its help shows the summary, unless a description is set later. */
function command(name: string, summary: string): Command {
  return program.command(name).summary(summary).description(summary);
}

function filtered(command: Command): Command {
  return command
    .option(
      '--since <time>',
      'Only leads from this time on (UTC): 2026-01-31, 2026-01-31T09:00, or an age such as 7d, 12h, 30m',
      readTime,
    )
    .option('--until <time>', 'Only leads before this time', readTime)
    .option('--text <text>', 'Only leads with this text in name, company or address')
    .addOption(new Option('--state <state>', 'Only leads in this state').choices(leadFolders))
    .addOption(
      new Option(
        '--delivery <state>',
        'Only leads whose deliveries are in this state ("none": no delivery yet)',
      ).choices(deliveryStates),
    );
}

// `… | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

if (process.argv.length === 2) process.argv.push('--help');
await program.parseAsync().catch((error) => {
  process.exitCode = reportError(error);
});

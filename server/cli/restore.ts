import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { restoreSqlite } from '../store/sqlite/backup.ts';
import { confirm } from './ask.ts';
import { onlyArgument } from './booking-id.ts';
import type { Command, CommandContext } from './command.ts';
import { FileRefused } from './new-file.ts';
import { mustBeEmbedded } from './open-store.ts';

const help = `Usage: npm run bookings -- restore FILE [--yes]

Puts a backup in the place of the database. The server must be stopped. The database
that was there is kept beside it under another name: remove it when all is well.
What was erased after the backup is there again: erase it again. What was delivered
after it is delivered once more. With PostgreSQL use pg_restore.

  --yes   do not ask first

Example: npm run bookings -- restore bookings-2026-01-31.db
`;

const options = { yes: { type: 'boolean', default: false } } as const;

export const restore: Command = { help, options, run };

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options,
  });
  const file = onlyArgument(positionals, 'FILE');
  const target = mustBeEmbedded(
    config,
    `pg_restore --clean --if-exists --single-transaction --dbname="$MIGRATE_URL" ${file}, with the owner’s login and the servers stopped`,
  );
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new FileRefused(`There is no file ${file}.`);
  }
  const asks = existsSync(target) && !values.yes;
  if (asks && !(await confirm(`Put ${file} in the place of ${target}?`))) {
    stderr.write('Nothing was restored.\n');
    return 1;
  }
  const kept = await restoreSqlite(config.dataFolder, file);
  stdout.write(
    `Restored ${target}.${kept === undefined ? '' : ` What was there is now ${kept}.`}\n`,
  );
  return 0;
}

import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backupSqlite } from '../store/sqlite/backup.ts';
import { onlyArgument } from './booking-id.ts';
import type { Command, CommandContext } from './command.ts';
import { FileRefused, writeNewFile } from './new-file.ts';
import { mustBeEmbedded, mustBeThere } from './open-store.ts';

const help = `Usage: npm run bookings -- backup FILE [--force]

Copies the database into one file that only you can read: its state of one moment,
also while the server writes. With PostgreSQL use pg_dump instead.

  --force   replace the file if it exists

Example: npm run bookings -- backup bookings-2026-01-31.db
`;

const options = { force: { type: 'boolean', default: false } } as const;

export const backup: Command = { help, options, run };

async function run({ args, config, stdout }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options,
  });
  const file = onlyArgument(positionals, 'FILE');
  const database = mustBeEmbedded(
    config,
    `pg_dump --format=custom --file=${file} "$MIGRATE_URL", with the owner’s login`,
  );
  mustBeThere(database);
  mustNotBeTheDatabase(file, database);
  await writeNewFile(file, values.force, (partial) => backupSqlite(config.dataFolder, partial));
  stdout.write(`Backed up to ${file}.\n`);
  return 0;
}

/** The server would go on writing into a file that has lost its name, and its bookings with it. */
function mustNotBeTheDatabase(file: string, database: string): void {
  const target = existsSync(file) ? realpathSync(file) : path.resolve(file);
  const own = ['', '-wal', '-shm', '-journal'].map((suffix) => realpathSync(database) + suffix);
  if (own.includes(target) || sameFile(file, database)) {
    throw new FileRefused(`${file} is the database itself: choose another name for the backup.`);
  }
}

function sameFile(file: string, database: string): boolean {
  if (!existsSync(file)) return false;
  const [one, other] = [statSync(file), statSync(database)];
  return one.dev === other.dev && one.ino === other.ino;
}

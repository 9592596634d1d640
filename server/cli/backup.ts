import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { databaseFile } from '../store/sqlite.ts';
import { backupSqlite } from '../store/sqlite-backup.ts';
import { DatabaseRefused } from '../store/store.ts';
import { onlyArgument } from './booking-id.ts';
import type { Command, CommandContext } from './command.ts';
import { writeNewFile } from './new-file.ts';

const help = `Usage: npm run bookings -- backup FILE [--force]

Copies the database into one file that only you can read: its state of one moment,
also while the server writes.

  --force   replace the file if it exists

Example: npm run bookings -- backup bookings-2026-01-31.db
`;

export const backup: Command = { help, run };

async function run({ args, config, stdout }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const file = onlyArgument(positionals, 'FILE');
  if (!existsSync(databaseFile(config.dataFolder))) {
    throw new DatabaseRefused(
      `There is no database at ${databaseFile(config.dataFolder)}: set DATA_DIR.`,
    );
  }
  await writeNewFile(file, values.force, async (partial) =>
    backupSqlite(config.dataFolder, partial),
  );
  stdout.write(`Backed up to ${file}.\n`);
  return 0;
}

import { parseArgs } from 'node:util';
import { databaseFile, openSqlite } from '../store/sqlite.ts';
import type { Command, CommandContext } from './command.ts';

const help = `Usage: npm run bookings -- migrate

Makes the database if there is none, and brings it up to this version's schema. The
server does the same when it starts.
`;

export const migrate: Command = { help, run };

async function run({ args, config, stdout }: CommandContext): Promise<number> {
  parseArgs({ args, options: {} });
  const store = await openSqlite({ folder: config.dataFolder });
  await store.close();
  stdout.write(`${databaseFile(config.dataFolder)} is up to date.\n`);
  return 0;
}

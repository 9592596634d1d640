import { parseArgs } from 'node:util';
import { migrateStore, placeOf } from '../store/open.ts';
import type { Command, CommandContext } from './command.ts';

const help = `Usage: npm run bookings -- migrate

Makes the tables if there are none, and brings the database up to this version's
schema. The server does the same when it starts, where its login may.

With PostgreSQL the login of MIGRATE_URL is used, or else that of DATABASE_URL.

Example: DATABASE_URL=postgres://booking_server:password@host/database \\
         MIGRATE_URL=postgres://owner:password@host/database npm run bookings -- migrate
`;

const options = {} as const;

export const migrate: Command = { help, options, run };

async function run({ args, config, stdout }: CommandContext): Promise<number> {
  parseArgs({ args, options });
  await migrateStore(config);
  stdout.write(`${placeOf(config)} is up to date.\n`);
  return 0;
}

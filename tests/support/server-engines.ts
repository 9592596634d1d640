import { lockDatabase } from './database.ts';
import { asServer, lockTable, temporaryDatabase } from './postgres-database.ts';
import { startServer, type TestServer } from './server.ts';

const startOnPostgres: typeof startServer = async ({ settings, ...options } = {}) => {
  const DATABASE_URL = asServer(await temporaryDatabase());
  return startServer({ ...options, settings: { DATABASE_URL, ...settings } });
};

/** Each engine, with functions that start a server on a fresh database and lock it, for `describe.each`. */
export const engines = [
  ['SQLite', startServer, async ({ folder }: TestServer) => lockDatabase(folder)],
  ['PostgreSQL', startOnPostgres, ({ database }: TestServer) => lockTable(database)],
] as const;

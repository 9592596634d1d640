import { temporaryDatabase } from './postgres-database.ts';
import { startServer } from './server.ts';

const startOnPostgres: typeof startServer = async (options) =>
  startServer({ ...options, database: await temporaryDatabase() });

/** Each engine with what starts a server on a fresh database of it, for `describe.each`. */
export const engines = [
  ['SQLite', startServer],
  ['PostgreSQL', startOnPostgres],
] as const;

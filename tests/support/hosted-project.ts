import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { passOn } from './bare-request.ts';
import { closeServer, listen } from './free-port.ts';
import { createDatabase, createRole, query } from './postgres.ts';
import { anonKey, startPostgrest } from './postgrest.ts';

const migrations = path.resolve(import.meta.dirname, '../../database/postgres');

/** A database with our migrations on a real PostgreSQL server, with a real PostgREST in front. */
export type HostedProject = Awaited<ReturnType<typeof startHostedProject>>;

/**
 * Starts a project on the PostgreSQL server at `postgresUrl`. It has the rights of a new Supabase project. The owner
 * applies the migrations, as in the SQL editor.
 */
export async function startHostedProject(postgresUrl: string) {
  const database = await createDatabase(postgresUrl);
  const login = `lodemark_test_authenticator_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await query(database.url, supabaseRights);
  for (const name of (await readdir(migrations)).sort()) {
    await query(database.url, await readFile(path.join(migrations, name), 'utf8'));
  }
  await query(
    database.url,
    `CREATE ROLE ${login} LOGIN NOINHERIT PASSWORD '${password}'; GRANT anon TO ${login}`,
  );
  const loginUrl = new URL(database.url);
  loginUrl.username = login;
  loginUrl.password = password;
  const postgrest = await startPostgrest(loginUrl.href);
  const gateway = await startGateway(postgrest.url);
  return {
    /** The database, as its owner. */
    databaseUrl: database.url,
    /** The address of PostgREST itself, without a path. It checks no public key. */
    plainUrl: postgrest.url,
    /** The address of a gateway, with the path and the public key of a hosted project. */
    hostedUrl: gateway.url,
    /** The rows of a query, as the owner. */
    rows: async (sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> =>
      (await query(database.url, sql, values)).rows,
    async close() {
      await gateway.close();
      await postgrest.stop();
      await database.drop();
      await query(postgresUrl, `DROP ROLE ${login}`);
    },
  };
}

/** https://supabase.com/docs/guides/database/postgres/roles#supabase-roles */
const supabaseRights = `${createRole('anon')};
  GRANT USAGE ON SCHEMA public TO anon;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO anon;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON SEQUENCES TO anon;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon`;

/** Forwards /rest/v1/… to PostgREST if the public key is present, like a hosted project's gateway. */
async function startGateway(target: string) {
  const server = createServer((incoming, response) => {
    const { method, headers, url = '' } = incoming;
    const allowed = method === 'OPTIONS' || headers.apikey === anonKey;
    if (!allowed || !url.startsWith('/rest/v1/')) {
      response.writeHead(allowed ? 404 : 401).end();
      return;
    }
    passOn(incoming, response, target + url.slice('/rest/v1'.length));
  });
  return {
    url: `http://localhost:${await listen(server)}/rest/v1`,
    close: () => closeServer(server),
  };
}

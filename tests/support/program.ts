import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { databasesFolder } from './memory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built server in its own process, with its own database. */
export interface Program extends ReturnType<typeof programAt> {
  pid: number | undefined;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts the server of `folder` with these settings and arguments, and waits until it answers. A DATA_DIR in the
 * settings is not removed.
 */
export async function startProgram(
  settings: Record<string, string> = {},
  folder = root,
  ...args: string[]
): Promise<Program> {
  const { DATA_DIR } = settings;
  const dataDir = DATA_DIR ?? (await mkdtemp(join(databasesFolder(), 'lodemark-data-')));
  const env = {
    ...process.env,
    // Choose the port now, because the pages contain it.
    PORT: String(await freePort()),
    LOG_LEVEL: 'info',
    DATA_DIR: dataDir,
    // One process compiles for dozens of others, as under npm start.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...settings,
  };
  const server = spawn(process.execPath, ['server/main.ts', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => {
    server.kill('SIGKILL');
    if (DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  // Stop the server even if a failed test has not.
  process.once('exit', end);
  const url = await addressIn(server);
  return {
    ...programAt(url, dataDir),
    pid: server.pid,
    stop: async (signal = 'SIGTERM') => {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill(signal);
        await once(server, 'exit');
      }
      process.off('exit', end);
      end();
    },
  };
}

/** A running server, with its database. */
export function programAt(url: string, dataDir: string) {
  return {
    url,
    dataDir,
    /** The rows with this email address in the store's file. Quarantined rows have `spam_signals`. */
    bookingsFrom(email: string): Record<string, unknown>[] {
      using database = new DatabaseSync(join(dataDir, 'bookings.db'), { readOnly: true });
      return database.prepare('SELECT * FROM booking_requests WHERE email = ?').all(email);
    },
  };
}

/** Resolves with the address in the server's log. Prints errors in the log. */
async function addressIn(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('no output');
  const lines = createInterface(server.stdout);
  const ended = once(server, 'exit').then(([code]): never => {
    throw new Error(`The server ended with ${code} before it listened`);
  });
  const listening = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const [, port] = /Server listening at http:.*:(\d+)"/.exec(line) ?? [];
      if (port !== undefined) resolve(`http://localhost:${port}`);
      if (/^{"level":[56]0,/.test(line)) console.error(line);
    });
  });
  return Promise.race([listening, ended]);
}

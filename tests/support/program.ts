import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { databasesFolder } from './memory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built server as a process of its own, on a database of its own. */
export interface Program extends ReturnType<typeof programAt> {
  pid: number | undefined;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts the server of `folder` with these settings and arguments, and waits until it answers. A
 * DATA_DIR in the settings stays when it has stopped.
 */
export async function startProgram(
  settings: Record<string, string> = {},
  folder = root,
  ...args: string[]
): Promise<Program> {
  const { DATA_DIR, PORT: port = String(await freePort()) } = settings;
  const dataDir = DATA_DIR ?? (await mkdtemp(join(databasesFolder(), 'lodemark-data-')));
  const env = {
    ...process.env,
    PORT: port,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // Dozens of processes compile the same files: one does it for the others, as under npm start.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...settings,
  };
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['server/main.ts', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = () => {
    server.kill('SIGKILL');
    if (DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  // A test that failed has not stopped it.
  process.once('exit', end);
  await untilItAnswers(`${url}/readyz`, server);
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

/** A server that somebody has started, with its database. */
export function programAt(url: string, dataDir: string) {
  return {
    url,
    dataDir,
    /** The rows of this address in the store's own file, with `spam_signals` where one is quarantined. */
    bookingsFrom(email: string): Record<string, unknown>[] {
      using database = new DatabaseSync(join(dataDir, 'bookings.db'), { readOnly: true });
      return database.prepare('SELECT * FROM booking_requests WHERE email = ?').all(email);
    },
  };
}

async function untilItAnswers(url: string, server: ChildProcess) {
  while (server.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error(`The server ended with ${server.exitCode} before it answered`);
}

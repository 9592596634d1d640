import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Booking } from '../../booking/booking.ts';
import { freePort } from './free-port.ts';
import { databasesFolder } from './memory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A row as `bookings list --json` gives it. */
export interface ListedBooking extends Booking {
  id: number;
  spam_signals: string[];
}

/** The built server as a process of its own, on a database of its own. */
export interface Program {
  url: string;
  dataDir: string;
  /** What the bookings command lists for this address. */
  bookingsFrom(email: string): Promise<ListedBooking[]>;
  /** The same for quarantined bookings. */
  quarantinedFrom(email: string): Promise<ListedBooking[]>;
  stop(): Promise<void>;
}

/** Starts the server of `folder` with these settings and arguments, and waits until it answers. */
export async function startProgram(
  settings: Record<string, string> = {},
  folder = root,
  ...args: string[]
): Promise<Program> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(databasesFolder(), 'lodemark-data-'));
  const env = {
    ...process.env,
    PORT: String(port),
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
    rmSync(dataDir, { recursive: true, force: true });
  };
  // A test that failed has not stopped it.
  process.once('exit', end);
  await untilItAnswers(`${url}/readyz`, server);
  return {
    url,
    dataDir,
    bookingsFrom: (email) => listBookings(env, email),
    quarantinedFrom: (email) => listBookings(env, email, '--quarantined'),
    stop: async () => {
      if (server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      process.off('exit', end);
      end();
    },
  };
}

async function listBookings(
  env: NodeJS.ProcessEnv,
  email: string,
  ...options: string[]
): Promise<ListedBooking[]> {
  const args = ['server/cli/bookings.ts', 'list', '--json', '--text', email, ...options];
  const list = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(Buffer.concat(await Array.fromAsync(list.stdout)).toString());
}

async function untilItAnswers(url: string, server: ChildProcess) {
  while (server.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error(`The server ended with ${server.exitCode} before it answered`);
}

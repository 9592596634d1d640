import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import type { ChannelName } from '../../server/desk/delivery/channel.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { acquireDelivery, completeDelivery } from '../../server/desk/delivery/leases.ts';
import type { Finding } from '../../server/findings.ts';
import { insertBookings, type NewBooking } from '../../server/store/bookings.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { SqliteOptions } from '../../server/store/sqlite-reopening.ts';
import { temporaryFolder } from './database.ts';
import { run, sharedProgram } from './server-process.ts';

interface Printed {
  code: number | string;
  stdout: string;
  stderr: string;
}

let thread: Worker | undefined;

/**
 * Runs a command of `./lodemark` on the database in `folder`, with no server at its port. The command runs in a thread
 * that has already loaded the program, because a process takes ten times as long to start.
 */
export async function bookingsCommand(
  args: string[],
  folder = '/nonexistent',
  settings: Record<string, string> = {},
): Promise<Printed> {
  thread ??= startThread();
  thread.postMessage({ args, environment: { ...environmentOf(folder), ...settings } });
  return (await once(thread, 'message'))[0];
}

/** Returns the JSON that the command prints. */
export async function printedJson(args: string[], folder: string) {
  return JSON.parse((await bookingsCommand([...args, '--json'], folder)).stdout);
}

/** Runs doctor on this folder. Returns its exit code, the findings, and their codes by state. */
export async function doctor(
  folder: string,
  settings: Record<string, string> = {},
  ...options: string[]
) {
  const args = ['doctor', '--json', ...options];
  const { code, stdout } = await bookingsCommand(args, folder, settings);
  const findings: Finding[] = JSON.parse(stdout);
  const codes = (state: Finding['state']) =>
    findings.filter((one) => one.state === state).map((one) => one.code);
  return { code, findings, ok: codes('ok'), warning: codes('warning'), wrong: codes('wrong') };
}

function startThread(): Worker {
  const file = new URL('./command-thread.ts', import.meta.url);
  const started = new Worker(file, { workerData: sharedProgram() });
  started.unref();
  started.once('exit', () => {
    thread = undefined;
  });
  return started;
}

/** Like `bookingsCommand`, but in its own process and with standard input. */
export async function bookingsProcess(
  args: string[],
  folder = '/nonexistent',
  settings: Record<string, string> = {},
  input = '',
): Promise<Printed> {
  const { child, ended, stdout, stderr } = run(
    sharedProgram(),
    ['server/cli/lodemark.ts', ...args],
    { ...environmentOf(folder), ...settings },
  );
  child.stdin?.end(input);
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

const environmentOf = (folder: string) => ({ DATA_DIR: folder, PORT: '8' });

/** Opens another store on a folder. It is closed when the test ends. */
export async function storeIn(folder: string, options: Partial<SqliteOptions> = {}) {
  const store = await openSqlite({ folder, ...options });
  onTestFinished(() => store.close());
  return store;
}

interface FolderOptions {
  /** The channels of the pending deliveries. Without channels the bookings are not dispatched. */
  channels?: readonly ChannelName[];
  /** How old the bookings are, in milliseconds. */
  age?: number;
}

/** A folder with a database of these bookings, numbered in this order. */
export async function bookingsFolder(
  rows: readonly NewBooking[] = [],
  { channels = [], age = 0 }: FolderOptions = {},
): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openSqlite({ folder, now: () => Date.now() - age });
  for (let first = 0; first < rows.length; first += 500)
    await Promise.all(rows.slice(first, first + 500).map((row) => insertBookings(store, [row])));
  await dispatch(store, channels);
  await store.close();
  return folder;
}

/** The same, but the first booking's delivery by mail is dead. */
export async function folderWithDeadMail(...rows: readonly NewBooking[]): Promise<string> {
  const folder = await bookingsFolder(rows, { channels: ['mail'] });
  const store = await openSqlite({ folder });
  const acquired = await acquireDelivery(store, 'mail', 1);
  if (acquired) await completeDelivery(store, acquired, { state: 'dead', error: '550 refused' });
  await store.close();
  return folder;
}

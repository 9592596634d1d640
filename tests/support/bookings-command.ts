import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import type { Booking } from '../../booking/booking.ts';
import type { Finding } from '../../server/findings/finding.ts';
import { openSqlite, type SqliteOptions } from '../../server/store/sqlite.ts';
import { temporaryFolder } from './database.ts';
import { run, sharedProgram } from './server-process.ts';

interface Printed {
  code: number | string;
  stdout: string;
  stderr: string;
}

let thread: Worker | undefined;

/**
 * Runs a command of `./lodemark` on the database in `folder`, with no server at its port: in a thread
 * that has loaded the program already, since a process of its own takes ten times as long to start.
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

/** What doctor finds in this folder: its exit code, the findings, and their codes by state. */
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

/** The same as a process of its own, with what is typed in. */
export async function bookingsProcess(
  args: string[],
  folder = '/nonexistent',
  settings: Record<string, string> = {},
  input = '',
): Promise<Printed> {
  const { child, ended, stdout, stderr } = run(
    sharedProgram(),
    ['server/cli/bookings.ts', ...args],
    { ...environmentOf(folder), ...settings },
  );
  child.stdin?.end(input);
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

const environmentOf = (folder: string) => ({ DATA_DIR: folder, PORT: '9' });

/** The store in a folder, beside others. It is closed when the test is over. */
export async function storeIn(folder: string, options: Partial<SqliteOptions> = {}) {
  const store = await openSqlite({ folder, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** A folder with a database of these bookings; a delivery waits for each channel that is given. */
export async function bookingsFolder(
  rows: readonly Booking[] = [],
  options: Partial<SqliteOptions> = {},
): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openSqlite({ folder, ...options });
  if (rows.length > 0) await store.insertBookings(rows);
  await store.close();
  return folder;
}

/** The same with one booking, whose mail has become dead. */
export async function folderWithDeadMail(...more: readonly Booking[]): Promise<string> {
  const channel = 'mail:sales@example.com';
  const folder = await bookingsFolder(more, { channels: [channel] });
  const store = await openSqlite({ folder, channels: [channel] });
  const acquired = await store.acquireDelivery(channel, 1);
  if (acquired) await store.completeDelivery(acquired, { state: 'dead', error: '550 refused' });
  await store.close();
  return folder;
}

import type { Booking } from '../../booking/booking.ts';
import { openSqlite, type SqliteOptions } from '../../server/store/sqlite/store.ts';
import { temporaryFolder } from './database.ts';
import { run, sharedProgram } from './server-process.ts';

/**
 * Runs `./lodemark …` as a process of its own on the database in `folder`, with no server at its
 * port. `input` is typed in.
 */
export async function bookingsCommand(
  args: string[],
  folder = '/nonexistent',
  settings: Record<string, string> = {},
  input = '',
) {
  const environment = { DATA_DIR: folder, PORT: '9', ...settings };
  const { child, ended, stdout, stderr } = run(
    sharedProgram(),
    ['server/cli/bookings.ts', ...args],
    environment,
  );
  child.stdin?.end(input);
  return { code: await ended, stdout: stdout(), stderr: stderr() };
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

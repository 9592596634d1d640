import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { eraseAll } from '../delivery/retention.ts';
import type { StoredBooking } from '../store/booking.ts';
import { embeddedFile } from '../store/open.ts';
import { eraseFromCopies } from '../store/sqlite/backup.ts';
import { isDatabase } from '../store/sqlite/database.ts';
import type { Store } from '../store/store.ts';
import { formatBookings } from './list.ts';
import { confirm, failed, mostNamed, succeeded } from './output.ts';
import { findNamed, pagesOf, withStore } from './store.ts';

/** Erases the bookings that are named, what is quarantined, or what was delivered and is so many days old. */
export function erase(
  config: Config,
  named: readonly (string | number)[],
  options: { yes?: boolean; olderThan?: number; quarantined?: boolean },
): Promise<number> {
  const { yes = false, olderThan, quarantined = false } = options;
  const isByAge = olderThan !== undefined;
  if (isByAge && (named.length > 0 || quarantined))
    throw new UsageError('--older-than goes with nothing else: see --help.');
  return withStore(config, async (store) => {
    const { found, isAll } = isByAge
      ? await findDelivered(store, olderThan)
      : await findNamed(store, named, quarantined);
    if (!yes && found.length > 0 && !(await isAgreed(found))) return failed('Nothing was erased.');
    const erased = await eraseAll(store, { ids: found.map(({ id }) => id) });
    if (isByAge) {
      // So the operator also says that the clock is right, after the retention has stopped.
      await store.recordRetention();
      return succeeded(`${erased} erased. Backups and exports keep what they hold of them.`);
    }
    const emails = quarantined ? [] : named.filter((one) => typeof one === 'string');
    const hasCopies = embeddedFile(config) !== undefined;
    const copies = hasCopies ? await eraseFromCopies(config.dataFolder, [...emails, ...found]) : [];
    for (const name of copies) succeeded(`Erased from ${name} too.`);
    for (const file of await copiesLeft(config, store, yes))
      failed(`${file} may still hold it: remove that file too.`);
    if (erased > 0 || isAll) succeeded(`${erased} erased.`);
    // The copies may have held what the database does not.
    return isAll || (found.length === 0 && copies.length > 0) ? 0 : 1;
  });
}

async function findDelivered(store: Store, days: number) {
  const until = Date.now() - days * 86_400_000;
  const pages = await Array.fromAsync(pagesOf(store, { state: 'done', until }));
  return { found: pages.flat(), isAll: true };
}

function isAgreed(bookings: readonly StoredBooking[]): Promise<boolean> {
  const areSpam = bookings.every(({ state }) => state === 'quarantined');
  const more = bookings.length - mostNamed;
  succeeded(formatBookings(bookings.slice(0, mostNamed), areSpam));
  if (more > 0) succeeded(`and ${more} more`);
  const what = bookings.length === 1 ? 'this booking' : `these ${bookings.length} bookings`;
  return confirm(`Erase ${what} for good?`);
}

/** The files that may still hold what was erased. An export in the data's folder is removed, if one agrees. */
async function copiesLeft(config: Config, store: Store, yes: boolean): Promise<string[]> {
  const left: string[] = [];
  for (const { file } of await store.listCopies()) {
    if (!existsSync(file)) continue;
    const isHere = path.dirname(file) === config.dataFolder;
    if (isHere && isDatabase(file)) continue;
    if (isHere && !yes && (await confirm(`Remove ${file}, which may hold it too?`))) rmSync(file);
    else left.push(file);
  }
  return left;
}

import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { eraseAll } from '../delivery/retention.ts';
import { embeddedFile } from '../store/open.ts';
import { eraseFromCopies } from '../store/sqlite/backup.ts';
import { isDatabase } from '../store/sqlite/database.ts';
import type { Store } from '../store/store.ts';
import type { EmailOrId } from './arguments.ts';
import { confirm, failed, succeeded } from './output.ts';
import { withStore } from './store.ts';

/** Erases one booking, all of an address, or what was delivered and is so many days old. */
export function erase(
  config: Config,
  which: EmailOrId | undefined,
  { yes = false, olderThan }: { yes?: boolean; olderThan?: number },
): Promise<number> {
  return withStore(config, (store) => {
    if (which !== undefined && olderThan === undefined)
      return eraseFound(config, store, which, yes);
    if (which === undefined && olderThan !== undefined) return eraseOlder(store, olderThan, yes);
    throw new UsageError('Either an address or a number, or --older-than: see --help.');
  });
}

async function eraseFound(config: Config, store: Store, which: EmailOrId, yes: boolean) {
  const isEmail = 'email' in which;
  const who = isEmail ? which.email : which.id;
  const values = isEmail ? which.email : (await store.findBooking(which.id))?.booking;
  const count = isEmail ? await store.countBookings(which) : Number(values !== undefined);
  const bookings = count === 1 ? '1 booking' : `${count} bookings`;
  if (count > 0 && !yes && !(await confirm(`Erase ${bookings} of ${who} for good?`)))
    return failed('Nothing was erased.');
  const erased = await eraseAll(store, which);
  const hasCopies = embeddedFile(config) !== undefined && values !== undefined;
  const copies = hasCopies ? await eraseFromCopies(config.dataFolder, values) : [];
  for (const name of copies) succeeded(`Erased from ${name} too.`);
  for (const file of await copiesLeft(config, store, yes))
    failed(`${file} may still hold it: remove that file too.`);
  if (count === 0 && copies.length === 0) return failed(`There is no booking of ${who}.`);
  return count === 0 ? 0 : succeeded(`${erased} erased.`);
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

/** So the operator also says that the clock is right, after the retention has stopped. */
async function eraseOlder(store: Store, days: number, yes: boolean): Promise<number> {
  const deliveredBefore = Date.now() - days * 24 * 60 * 60 * 1000;
  const date = new Date(deliveredBefore).toISOString().slice(0, 10);
  const question = `Erase for good what was delivered and is from before ${date}?`;
  if (!yes && !(await confirm(question))) return failed('Nothing was erased.');
  const erased = await eraseAll(store, { deliveredBefore });
  await store.recordRetention();
  return succeeded(`${erased} erased. Backups and exports keep what they hold of them.`);
}

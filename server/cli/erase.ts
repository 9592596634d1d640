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
import { failed, succeeded } from './change.ts';
import { confirm } from './confirm.ts';
import { withStore } from './store.ts';

interface EraseOptions {
  yes?: boolean;
  /** In days. */
  olderThan?: number;
}

/** Erases one booking, all of an address, or what was delivered and is old. */
export function erase(
  config: Config,
  which: EmailOrId | undefined,
  { yes = false, olderThan }: EraseOptions,
): Promise<number> {
  return withStore(config, (store) => {
    if (which !== undefined && olderThan === undefined)
      return eraseFound(config, store, which, yes);
    if (which === undefined && olderThan !== undefined) return eraseOlder(store, olderThan, yes);
    throw new UsageError('Either an address or a number, or --older-than: see --help.');
  });
}

async function eraseFound(
  config: Config,
  store: Store,
  which: EmailOrId,
  yes: boolean,
): Promise<number> {
  const isEmail = 'email' in which;
  const who = isEmail ? which.email : which.id;
  const booking = isEmail ? undefined : (await store.findBooking(which.id))?.booking;
  const count = isEmail ? await store.countBookings(which) : Number(booking !== undefined);
  const bookings = count === 1 ? '1 booking' : `${count} bookings`;
  if (count > 0 && !yes && !(await confirm(`Erase ${bookings} of ${who} for good?`)))
    return failed('Nothing was erased.');
  const erased = await eraseAll(store, which);
  const values = isEmail ? which.email : booking;
  const isEmbedded = embeddedFile(config) !== undefined;
  const copies =
    isEmbedded && values !== undefined ? await eraseFromCopies(config.dataFolder, values) : [];
  for (const name of copies) succeeded(`Erased from ${name} too.`);
  for (const file of await copiesLeft(config, store, yes))
    failed(`${file} may still hold it: remove that file too.`);
  if (count === 0 && copies.length === 0) return failed(`There is no booking of ${who}.`);
  return count === 0 ? 0 : succeeded(`${erased} erased.`);
}

/** The files that may still hold what was erased. An export in the data's folder is removed, if one agrees. */
async function copiesLeft(config: Config, store: Store, yes: boolean): Promise<string[]> {
  const left: string[] = [];
  for (const file of (await store.listCopies()).filter((name) => existsSync(name))) {
    const isHere = path.dirname(file) === config.dataFolder;
    if (isHere && isDatabase(file)) continue;
    const isRemoved = isHere && !yes && (await confirm(`Remove ${file}, which may hold it too?`));
    if (isRemoved) rmSync(file);
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

import { day } from '../../booking/zones.ts';
import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { openLog } from '../log.ts';
import type { StoredBooking } from '../store/bookings.ts';
import { type EraseContext, eraseAgain, eraseAndRecord, readErased } from '../store/erase.ts';
import { remember } from '../store/store.ts';
import { formatBookings } from './list.ts';
import { confirm, failed, mostNamed, succeeded } from './output.ts';
import { findNamed, withStore } from './with-store.ts';

interface EraseOptions {
  yes?: boolean;
  olderThan?: number;
  quarantined?: boolean;
  again?: boolean;
}

/** Erases the named leads, the quarantined ones, or the ones that RETENTION_DAYS would erase. */
export function erase(config: Config, named: readonly (string | number)[], options: EraseOptions) {
  const { yes = false, olderThan, quarantined = false, again = false } = options;
  if ((olderThan !== undefined || again) && (named.length > 0 || quarantined))
    throw new UsageError(
      `--${again ? 'again' : 'older-than'} cannot be combined with IDs, addresses or other options.`,
    );
  return withStore(config, async (store) => {
    const context = { config, store, log: openLog('warn') };
    if (again) {
      const count = await eraseAgain(store, readErased(config.dataFolder));
      return succeeded(`${count} erased again. Everyone has to sign in to the inbox again.`);
    }
    if (olderThan !== undefined) return eraseByAge(context, olderThan, yes);
    const { found, isAll } = await findNamed(store, named, quarantined);
    if (!yes && found.length > 0 && !(await isAgreed(found))) return failed('Nothing was erased.');
    const erased = await eraseAndRecord(context, { leads: found.map(({ id }) => ({ id })) });
    if (erased.length > 0 || isAll) succeeded(`${erased.length} erased. ${stillStored}`);
    return isAll ? 0 : 1;
  });
}

const stillStored = 'Backups, exports and emails still contain them.';

async function eraseByAge(context: EraseContext, days: number, yes: boolean): Promise<number> {
  const question = `Erase closed leads older than ${days} days, and delivered ones twice as old?`;
  if (!yes && !(await confirm(question))) return failed('Nothing was erased.');
  const erased = await eraseAndRecord(context, { olderThan: days * day });
  // Confirms that the clock is right. If a clock jump had stopped RETENTION_DAYS, it works again.
  await context.store.write((db) => remember(context.store, db, 'retention'));
  return succeeded(`${erased.length} erased. ${stillStored}`);
}

function isAgreed(bookings: readonly StoredBooking[]): Promise<boolean> {
  const areSpam = bookings.every(({ state }) => state === 'quarantined');
  const more = bookings.length - mostNamed;
  succeeded(formatBookings(bookings.slice(0, mostNamed), areSpam));
  if (more > 0) succeeded(`and ${more} more`);
  const what = bookings.length === 1 ? 'this lead' : `these ${bookings.length} leads`;
  return confirm(`Erase ${what} permanently?`);
}

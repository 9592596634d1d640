import type { Logger } from 'pino';
import type { Store } from '../store/store.ts';
import { type Poller, poll } from './poller.ts';

const day = 24 * 60 * 60 * 1000;

/** Says at `warn` that suspects wait, at once and every day: nobody is mailed of them. */
export function remindOfQuarantined(store: Store, log: Logger): Poller {
  return poll(
    async () => {
      const { count } = await store.summarizeQuarantine();
      if (count > 0) log.warn(`${quarantinedWait(count)}: npm run bookings -- list --quarantined`);
    },
    day,
    (err) => log.error({ err }, 'the quarantined cannot be counted'),
  );
}

/** In words for the operator, of one or more. */
export function quarantinedWait(count: number): string {
  return count === 1 ? '1 quarantined booking waits' : `${count} quarantined bookings wait`;
}

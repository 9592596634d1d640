import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DataInterface, sendBooking } from './send-booking.ts';
import { drop, type Unsent, unsentBookings } from './unsent.ts';

/**
 * The bookings that the device keeps. They are sent by themselves, without an Idempotency-Key only
 * on request, when the page is opened or come back to and when the network returns; `onSent` is
 * called for each that the server has acknowledged. Nothing is sent while the page is prerendered.
 */
export function useUnsent(dataInterface: DataInterface, onSent: (unsent: Unsent) => void) {
  const [unsent, setUnsent] = useState<Unsent[]>([]);
  const [sending, setSending] = useState<string>();
  const busy = useRef(false);
  const look = () => setUnsent(unsentBookings());

  async function sendAll() {
    if (busy.current || document.prerendering || navigator.onLine === false) return;
    busy.current = true;
    for (const { key } of unsentBookings()) {
      await withLock(key, async (alone) => {
        // Another tab may have sent it, or the visitor thrown it away, since the list was made.
        const one = unsentBookings().find((kept) => kept.key === key);
        if (alone && one) await sendOne(one);
      });
    }
    busy.current = false;
  }

  async function sendOne(one: Unsent) {
    setSending(one.key);
    try {
      await sendBooking(one, dataInterface);
      drop(one.key);
      onSent(one);
    } catch (error) {
      console.error(error);
    }
    setSending(undefined);
    look();
  }

  const comeBack = useEffectEvent(() => {
    look();
    if (dataInterface.sendIdempotencyKey) void sendAll();
  });
  /** Of what another tab does only the end is told: what it has just begun to send is not unsent yet. */
  const lookForGone = useEffectEvent(() => {
    const kept = new Set(unsentBookings().map(({ key }) => key));
    setUnsent((list) => list.filter(({ key }) => kept.has(key)));
  });

  useEffect(() => {
    const returns = () => comeBack();
    const shown = () => document.visibilityState === 'visible' && comeBack();
    const gone = () => lookForGone();
    returns();
    addEventListener('online', returns);
    addEventListener('storage', gone);
    document.addEventListener('visibilitychange', shown);
    document.addEventListener('prerenderingchange', returns);
    return () => {
      removeEventListener('online', returns);
      removeEventListener('storage', gone);
      document.removeEventListener('visibilitychange', shown);
      document.removeEventListener('prerenderingchange', returns);
    };
  }, []);

  return { unsent, sending, look };
}

/**
 * Runs `work` while this tab holds the lock of a booking, telling it whether it does. Where there
 * are no locks it always does: the key sees to it that the server stores one row all the same.
 */
export async function withLock(
  key: string,
  work: (alone: boolean) => Promise<void>,
): Promise<void> {
  let begun = false;
  const begin = (alone: boolean) => {
    begun = true;
    return work(alone);
  };
  try {
    // Missing on plain HTTP, refused where the storage is (Web Locks §4).
    await navigator.locks.request(`unsent ${key}`, { ifAvailable: true }, (lock) => begin(!!lock));
  } catch (error) {
    if (begun) throw error;
    await work(true);
  }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DataInterface, NotTaken, type Sent, sendBooking } from './send-booking.ts';
import { drop, type Unsent, unsentBookings } from './unsent.ts';

/** Between two tries by itself while the page stays open: not all visitors at once. In milliseconds. */
const pause = () => 30_000 + Math.random() * 30_000;

interface Told {
  /** The server has acknowledged one that was sent by itself. */
  onSent: (unsent: Unsent) => void;
  /** Another tab has sent or discarded one that was shown. */
  onGone: (unsent: Unsent) => void;
}

/**
 * The bookings that the device keeps. They are sent by themselves, without an Idempotency-Key only
 * on request: when the page is opened or come back to, when the network returns, and every now and
 * then while the page is open. Nothing is sent while the page is prerendered. `send` sends the one
 * that the visitor submitted and throws where it is not acknowledged; meanwhile it is not unsent.
 */
export function useUnsent(dataInterface: DataInterface, { onSent, onGone }: Told) {
  const [unsent, setUnsent] = useState<Unsent[]>([]);
  const [sending, setSending] = useState<string>();
  const busy = useRef(false);
  /** There was news while it was busy. */
  const onceMore = useRef(false);
  const submitted = useRef<string>(undefined);
  /** What a server has refused: sent again when there is news, not every now and then. */
  const refused = useRef(new Set<string>());

  const waiting = () => unsentBookings().filter(({ key }) => key !== submitted.current);
  const look = () => setUnsent(waiting());

  async function send(one: Sent, pressed: number) {
    submitted.current = one.key;
    try {
      await withLock(one.key, () => acknowledge(one, pressed));
    } finally {
      submitted.current = undefined;
    }
  }

  async function acknowledge(one: Sent, pressed?: number) {
    try {
      await sendBooking(one, dataInterface, pressed);
      drop(one.key);
    } catch (error) {
      if (error instanceof NotTaken) refused.current.add(one.key);
      throw error;
    }
  }

  async function sendAll(leftOut: ReadonlySet<string> = new Set()) {
    if (document.prerendering || navigator.onLine === false) return;
    onceMore.current = busy.current;
    if (busy.current) return;
    busy.current = true;
    for (const { key } of waiting().filter(({ key }) => !leftOut.has(key))) {
      await withLock(key, async (alone) => {
        // Another tab may have sent it, or the visitor thrown it away, since the list was made.
        const one = waiting().find((kept) => kept.key === key);
        if (alone && one) await sendOne(one);
      });
    }
    busy.current = false;
    if (onceMore.current) await sendAll();
  }

  async function sendOne(one: Unsent) {
    setSending(one.key);
    try {
      await acknowledge(one);
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
  const tryNowAndThen = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || busy.current) return;
    if (dataInterface.sendIdempotencyKey) void sendAll(refused.current);
  });
  /** Of what another tab does only the end is told: what it has just begun to send is not unsent yet. */
  const lookForGone = useEffectEvent(() => {
    const kept = new Set(unsentBookings().map(({ key }) => key));
    for (const one of unsent) if (!kept.has(one.key)) onGone(one);
    setUnsent((list) => list.filter(({ key }) => kept.has(key)));
  });

  useEffect(() => {
    const returns = () => comeBack();
    const shown = () => document.visibilityState === 'visible' && comeBack();
    const gone = () => lookForGone();
    const timer = setInterval(() => tryNowAndThen(), pause());
    returns();
    addEventListener('online', returns);
    addEventListener('storage', gone);
    document.addEventListener('visibilitychange', shown);
    document.addEventListener('prerenderingchange', returns);
    return () => {
      clearInterval(timer);
      removeEventListener('online', returns);
      removeEventListener('storage', gone);
      document.removeEventListener('visibilitychange', shown);
      document.removeEventListener('prerenderingchange', returns);
    };
  }, []);

  return { unsent, sending, look, send };
}

/**
 * Runs `work` while this tab holds the lock of a booking, telling it whether it does. Where there
 * are no locks it always does: the key sees to it that the server stores one row all the same.
 */
async function withLock(key: string, work: (alone: boolean) => Promise<void>): Promise<void> {
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

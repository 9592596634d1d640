import { newSession, type Session } from './session.ts';

/** How long to wait before listening again after the connection broke, in milliseconds. */
const pause = 2_000;

/** How long the database may take to begin, in milliseconds. */
const patience = 3_000;

export interface Listener {
  close(): Promise<void>;
}

/**
 * Calls `wake` whenever a booking's deliveries were made, by whatever program, and after each time
 * the connection had been lost: what was told meanwhile was not heard.
 */
export function listenForDeliveries(url: string, wake: () => void): Listener {
  let closed = false;
  let session: Session | undefined;
  let timer: NodeJS.Timeout | undefined;
  let opening = open();

  async function open(): Promise<void> {
    const own = newSession(url, 'lodemark listener', patience);
    session = own;
    own.client.on('notification', wake);
    // Comes after every end, also of a connection that was never made.
    own.client.once('end', again);
    try {
      await own.client.connect();
      await own.client.query('LISTEN booking_deliveries');
      wake();
    } catch {
      await own.end();
      again();
    }
  }

  function again(): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => {
      opening = open();
    }, pause);
    timer.unref();
  }

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await session?.end();
      await opening;
    },
  };
}

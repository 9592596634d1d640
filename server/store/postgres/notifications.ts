import { newSession, type Session } from './connection.ts';

/** How long to wait before listening again after the connection broke, in milliseconds. */
const reconnectAfter = 2_000;

/** How long the database may take to answer, in milliseconds. */
const queryTimeout = 3_000;

/**
 * Calls `wake` whenever deliveries were made, by whatever program, and each time it listens again
 * after the connection was lost: notifications of that time were missed.
 */
export function listenForDeliveries(url: string, wake: () => void) {
  let closed = false;
  let session: Session | undefined;
  let timer: NodeJS.Timeout | undefined;
  let opening = open();

  async function open(): Promise<void> {
    const own = newSession(url, 'lodemark listener', queryTimeout);
    session = own;
    own.client.on('notification', wake);
    // Emitted after every end, also of a connection that was never made.
    own.client.once('end', reconnect);
    try {
      await own.client.connect();
      await own.client.query('LISTEN booking_deliveries');
      wake();
    } catch {
      await own.end();
      reconnect();
    }
  }

  function reconnect(): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => {
      opening = open();
    }, reconnectAfter).unref();
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

import { backendOf, openSession, type Session } from './servers.ts';

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
    try {
      session = await openSession(url, 'lodemark listener', queryTimeout);
      const { client } = session;
      client.on('notification', wake);
      client.once('end', reconnect);
      // Behind a pooler nothing is heard: the outbox looks by itself.
      await client.query(`DO $$ BEGIN IF pg_backend_pid() = ${backendOf(client)} THEN
        LISTEN booking_deliveries; END IF; END $$`);
      wake();
    } catch {
      await session?.end();
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
      // It may have been opened meanwhile.
      await session?.end();
    },
  };
}

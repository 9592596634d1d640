import pg from 'pg';

/** How long to wait before listening again after the connection broke, in milliseconds. */
const pause = 2_000;

export interface Listener {
  close(): Promise<void>;
}

/**
 * Calls `wake` whenever a booking's deliveries were made, by whatever program, and after each time
 * the connection had been lost: what was told meanwhile was not heard.
 */
export function listenForDeliveries(url: string, wake: () => void): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let opening = open();

  async function open(): Promise<void> {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'lodemark listener',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    client = own;
    own.on('error', () => {});
    own.on('notification', wake);
    // Comes after every end, also of a connection that was never made.
    own.once('end', again);
    try {
      await own.connect();
      await own.query('LISTEN desk_deliveries');
      wake();
    } catch {
      await own.end().catch(() => {});
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
      await opening;
      await client?.end().catch(() => {});
    },
  };
}

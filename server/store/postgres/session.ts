import { Socket } from 'node:net';
import pg from 'pg';

/** A connection outside the pool. */
export interface Session {
  client: pg.Client;
  /** Ends it. Resolves within about a second, also when the other side is silent. */
  end(): Promise<void>;
}

/** How long a goodbye may take, in milliseconds. */
const goodbye = 1_000;

/** One that is not connected yet. No statement waits longer than `patience`, in milliseconds. */
export function newSession(url: string, name: string, patience: number): Session {
  // Our own, to be closed when nobody answers: `end` would wait for the other side.
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 3_000,
    query_timeout: patience,
    keepAlive: true,
    stream: () => socket,
  });
  // A break is an error of the statement under way, or of the next one.
  client.on('error', () => {});
  return {
    client,
    async end() {
      const hangUp = setTimeout(() => socket.destroy(), goodbye);
      await client.end().catch(() => {});
      clearTimeout(hangUp);
    },
  };
}

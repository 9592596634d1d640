import { Socket } from 'node:net';
import pg from 'pg';
import { driverAddress, mayBePlain, serversOf } from '../../config/postgres-address.ts';
import type { Row } from '../rows.ts';
import { messageOf } from '../store.ts';

export interface Queryable {
  query(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** The servers of an address. One is used until it cannot be reached or written. */
export function serversIn(address: string) {
  const servers = serversOf(address);
  const plain = new Set<string>();
  const addressOf = (server = '') => driverAddress(server, plain.has(server));

  /** Connects to one of them by `open`. Throws the last one's failure. */
  async function connect<T>(open: (url: string) => Promise<T>, left = servers.length): Promise<T> {
    const [server = ''] = servers;
    try {
      return await open(addressOf(server));
    } catch (error) {
      if (mayBePlain(server) && messageOf(error) === withoutTls) {
        plain.add(server);
        return connect(open, left);
      }
      if (left <= 1 || messageOf(error) === poolIsBusy) throw error;
      // Unless another connection has done so meanwhile.
      if (server === servers[0]) servers.push(...servers.splice(0, 1));
      return connect(open, left - 1);
    }
  }

  return {
    connect,
    current: () => addressOf(servers[0]),
    /** Throws if there are others, and this one cannot be written: a standby, until it is promoted. */
    async check(client: pg.ClientBase) {
      if (servers.length > 1) await client.query(mustBeWritable);
    },
  };
}

/** What `pg` says where the server has no TLS. */
const withoutTls = 'The server does not support SSL connections';

/** What `pg`'s pool says when all its connections are in use. */
const poolIsBusy = 'timeout exceeded when trying to connect';

const mustBeWritable = `DO $$ BEGIN IF current_setting('transaction_read_only') = 'on' THEN
  RAISE 'the server is read-only' USING ERRCODE = '25006'; END IF; END $$`;

/**
 * The server process at the other end, as it was named at the start. A pooler names another than
 * `pg_backend_pid()`: it may give each transaction to another process.
 */
export function backendOf(client: pg.ClientBase): number {
  return 'processID' in client ? Number(client.processID) : 0;
}

/** How long to wait for the other side to disconnect, in milliseconds. */
const endTimeout = 1_000;

export type Session = ReturnType<typeof newSession>;

/**
 * A connection outside the pool, to a server of `address` that can be written. `queryTimeout`: the
 * limit of one statement, in milliseconds. Throws what `pg` throws.
 */
export function openSession(address: string, name: string, queryTimeout: number): Promise<Session> {
  const servers = serversIn(address);
  return servers.connect(async (url) => {
    const session = newSession(url, name, queryTimeout);
    try {
      await session.client.connect();
      await servers.check(session.client);
      return session;
    } catch (error) {
      await session.end();
      throw error;
    }
  });
}

function newSession(url: string, name: string, queryTimeout: number) {
  // Our own, so that it can be destroyed: `end` waits for the other side.
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 3_000,
    query_timeout: queryTimeout,
    keepAlive: true,
    stream: () => socket,
  });
  // A break is also an error of the statement that runs, or of the next one.
  client.on('error', () => {});
  return {
    client,
    /** Disconnects. Resolves within about a second, also when the other side is silent. */
    async end() {
      const timer = setTimeout(() => socket.destroy(), endTimeout);
      await client.end().catch(() => {});
      clearTimeout(timer);
    },
  };
}

import { connect } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import type { Channel } from '../../server/desk/delivery/channel.ts';
import type { MailTransport } from '../../server/desk/mail/mail.ts';
import { startOutbox } from '../../server/desk/delivery/outbox.ts';
import { createServer, type ServerOptions } from '../../server/http/app.ts';
import { type BuiltSite, renderAll } from '../../server/http/built-site.ts';
import { openPages, type Pages } from '../../server/http/pages.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { openSqlite, type SqliteOptions } from '../../server/store/sqlite.ts';
import { type Finished, rowsIn, temporaryFolder } from './database.ts';
import { inboxStandIn, siteSettings, standIn } from './server-site.ts';

interface TestServerOptions
  extends Partial<Omit<ServerOptions, 'pages' | 'log' | 'outbox' | 'inbox'>> {
  channels?: readonly Channel[];
  contactWithin?: number;
  built?: BuiltSite;
  now?: () => number;
  /** How often the outbox looks by itself, in milliseconds. */
  pollInterval?: number;
  sqlite?: Partial<SqliteOptions>;
  host?: string;
  port?: number;
  siteUrl?: string;
  /** The address of a PostgreSQL database, in the place of SQLite. */
  database?: string;
  /** Who may sign in to the inbox, and how it is set; without it there is none. */
  inbox?: { users: string[]; transport?: MailTransport; contactWithin?: number };
  /** Gives the server other pages than those that were opened. */
  changePages?: (pages: Pages) => Pages;
  /** Registers what ends the server; without it the end of the test. */
  finished?: Finished;
}

export const { publicKey } = siteSettings;

/** A real server on a free port of loopback, with a fresh database and a stand-in for the site. */
export async function startServer({
  built = standIn,
  now: givenNow,
  pollInterval = 5_000,
  sqlite,
  channels = [],
  contactWithin,
  host = '127.0.0.1',
  port = 0,
  siteUrl = siteSettings.siteUrl,
  database,
  inbox,
  changePages = (pages) => pages,
  finished = onTestFinished,
  ...options
}: TestServerOptions = {}) {
  const now = givenNow ?? Date.now;
  const folder = await temporaryFolder(finished);
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const names = channels.map(({ name }) => name);
  const store =
    database === undefined
      ? await openSqlite({ folder, now, channels: names, ...sqlite })
      : await openPostgres({ url: database, now: givenNow, channels: names });
  const outbox = startOutbox({
    store,
    channels,
    log,
    now,
    retentionDays: undefined,
    contactWithin,
    pollInterval,
  });
  const settings = { ...siteSettings, siteUrl };
  const pages = await openPages({ render: (given) => renderAll(built, given), settings, log });
  const app = await createServer({
    pages: changePages(pages),
    log,
    publicKey,
    dataPath: '/rest/v1',
    rateLimit: { requests: 0, seconds: 600 },
    trustProxy: undefined,
    store,
    outbox,
    inbox: inbox && {
      ...{ page: inboxStandIn, store, now, transport: undefined, contactWithin: undefined },
      ...inbox,
    },
    ...options,
  });
  const url = await app.listen({ host, port });
  finished(async () => {
    await Promise.all([app.close(), outbox.stop(0)]);
    await pages.close();
    await store.close();
  });
  const endpoint = `${url}/rest/v1/booking_requests`;
  return {
    app,
    url,
    endpoint,
    folder,
    store,
    lines,
    /** What SQLite holds, read past the store. */
    rows: () => rowsIn(folder),
    /** What the store holds, whichever it is. */
    stored: () => store.listBookings({ limit: 1000 }),
    /** Posts as the page's own script does: JSON with the key. */
    post: (body: unknown, headers: Record<string, string> = {}, query = '') =>
      fetch(endpoint + query, {
        method: 'POST',
        headers: { apikey: publicKey, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      }),
    /** Posts as a browser without a script does: the form itself, its key in the address. */
    postForm: (
      values: Record<string, string> | string,
      query = nativeQuery,
      headers: Record<string, string> = {},
    ) =>
      fetch(endpoint + query, {
        method: 'POST',
        redirect: 'manual',
        // Its type is application/x-www-form-urlencoded.
        headers: { Accept: browserAccept, ...headers },
        body: new URLSearchParams(values),
      }),
  };
}

/** A store that fails with `error` while there is one, and takes every booking without. */
export function failingStore(error?: Error) {
  const store = {
    error,
    check: async () => {},
    insertBookings: async () => {
      if (store.error) throw store.error;
      return { repeated: false };
    },
  };
  return store;
}

/** One server for the tests of a file that store nothing: what it gives is read in a test. */
export function sharedServer(): () => Awaited<ReturnType<typeof startServer>> {
  const ends: (() => Promise<void>)[] = [];
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  beforeAll(async () => {
    server = await startServer({ finished: (end) => ends.push(end) });
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    if (server === undefined) throw new Error('read in a test, not before');
    return server;
  };
}

export const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const nativeQuery = `?apikey=${publicKey}&columns=${bookingFields.join()}`;

/**
 * Sends bytes as they are, in latin1, and gives everything that comes back. After the last byte our
 * end is closed, the connection is reset, or we wait for the server to close it.
 */
export function rawExchange(
  url: string,
  bytes: string,
  then: 'close' | 'reset' | 'wait' = 'close',
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes, 'latin1', () => {
        if (then === 'close') socket.end();
        if (then === 'reset') socket.resetAndDestroy();
      });
    });
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    // Closed by the server while bytes of ours were unread: that is an answer too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

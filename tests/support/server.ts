import { connect } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { createApplication, type Limits } from '../../server/app.ts';
import { checkConfig } from '../../server/config/config.ts';
import { listBookings } from '../../server/store/bookings.ts';
import { type Finished, rowsIn, temporaryFolder } from './database.ts';
import { patience } from './postgres-database.ts';

interface TestServerOptions {
  /** Settings as in the environment. With `DATABASE_URL` the server uses PostgreSQL. */
  settings?: Readonly<Record<string, string>>;
  limits?: Limits;
  /** Registers the function that stops the server, by default for the end of the test. */
  finished?: Finished;
}

export const publicKey = 'public-client-key';

/** The whole program on a free port of loopback, with a fresh database and a minimal built site. */
export async function startServer({
  settings = {},
  limits,
  finished = onTestFinished,
}: TestServerOptions = {}) {
  const folder = settings.DATA_DIR ?? (await temporaryFolder(finished));
  const environment = {
    HOST: '127.0.0.1',
    PORT: '0',
    SITE_URL: 'https://www.example.com',
    DATA_DIR: folder,
    RATE_LIMIT_REQUESTS: '0',
    ...settings,
  };
  const lines: Record<string, unknown>[] = [];
  const application = await createApplication(checkConfig(environment, folder), {
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    built: `${inject('program')}/dist`,
    limits: { deliveryGrace: 0, pollInterval: 50, ...patience, ...limits },
  });
  // The test may have stopped the server already.
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= application.close();
    return closing;
  };
  finished(close);
  const url = `http://${environment.HOST}:${await application.listen()}`;
  const endpoint = `${url}/rest/v1/booking_requests`;
  const { server: app, store, desk } = application;
  return {
    app,
    url,
    endpoint,
    folder,
    /** The address of the PostgreSQL database; empty with SQLite. */
    database: settings.DATABASE_URL ?? '',
    store,
    desk,
    lines,
    close,
    /** The rows in SQLite, read without the store. */
    rows: () => rowsIn(folder),
    /** The newest bookings of the store, on either engine. */
    stored: () => listBookings(store, { limit: 1000 }),
    /** Posts as the page's own script does: JSON with the key. */
    post: (body: unknown, headers: Record<string, string> = {}, query = '') =>
      fetch(endpoint + query, {
        method: 'POST',
        headers: { apikey: publicKey, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      }),
    /** Posts the form like a browser without JavaScript, with the key in the query. */
    postForm: (
      values: Record<string, string> | string,
      query = nativeQuery,
      headers: Record<string, string> = {},
    ) =>
      fetch(endpoint + query, {
        method: 'POST',
        redirect: 'manual',
        // The body is application/x-www-form-urlencoded.
        headers: { Accept: browserAccept, ...headers },
        body: new URLSearchParams(values),
      }),
  };
}

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** One server for all tests of a file that store nothing. Use the returned value only inside a test. */
export function sharedServer(): () => TestServer {
  const ends: (() => Promise<void>)[] = [];
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer({ finished: (end) => ends.push(end) });
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    if (server === undefined) throw new Error('use this only inside a test');
    return server;
  };
}

export const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const nativeQuery = `?columns=${bookingFields.join()}`;

/** Sends these bytes, in latin1, and returns the whole answer. Then it closes its end, or waits until the server does. */
export function rawExchange(
  url: string,
  bytes: string,
  then: 'close' | 'wait' = 'close',
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes, 'latin1', () => {
        if (then === 'close') socket.end();
      });
    });
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    // If the server closes the connection before it has read all bytes, that is an answer too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

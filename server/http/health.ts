import type { FastifyInstance } from 'fastify';
import { minute } from '../../booking/zones.ts';
import { createOutageLog } from '../log.ts';
import { checkStore, type Store, StoreUnavailable } from '../store/store.ts';
import { refuseOtherMethods } from './headers.ts';

/** How long the result of a check is reused, in milliseconds, because each check is a write. */
const checkLifetime = 5_000;

/**
 * The longest time for which the server is not ready after a failed insert, in milliseconds. A successful insert ends
 * it sooner. Without this limit it could last forever, because a proxy may send requests only to a ready server.
 */
const failureLifetime = minute;

export type Readiness = ReturnType<typeof registerHealth>;

/** The states in the body of `/readyz`, such as `deliveries: 'late'`. */
export type LateStatus = () => Promise<Readonly<Record<string, string>>>;

/**
 * Adds `/healthz` (the process is alive) and `/readyz` (bookings can be stored). Late work changes only the body, not
 * the status: an error would make a proxy take the form down.
 */
export function registerHealth(app: FastifyInstance, store: Store, lateStatus: LateStatus) {
  const outage = createOutageLog(app.log, 'store', 'leads cannot be stored');
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checked: ReturnType<LateStatus>;
  let failure: { at: number; error: StoreUnavailable } | undefined;

  function check(): typeof checked {
    const now = performance.now();
    if (failure && now - failure.at < failureLifetime) return Promise.reject(failure.error);
    if (now - checkedAt > checkLifetime) {
      checkedAt = now;
      checked = checkStore(store).then(() =>
        // The server stays ready, because bookings can be stored.
        lateStatus().catch((err) => {
          app.log.warn({ err }, 'late deliveries and leads cannot be counted');
          return {};
        }),
      );
    }
    return checked;
  }

  app.get('/healthz', { config: { unlogged: true } }, (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', { config: { unlogged: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      const late = await check();
      outage.succeeded();
      return { status: 'ok', ...late };
    } catch (error) {
      outage.failed(error);
      return reply.code(503).send({ status: 'unavailable' });
    }
  });

  for (const url of ['/healthz', '/readyz']) refuseOtherMethods(app, url);

  return {
    failed(error: unknown): void {
      outage.failed(error);
      // An overload ends soon. Only an outage makes the server unready.
      if (error instanceof StoreUnavailable && error.code !== 'overloaded')
        failure = { at: performance.now(), error };
    },
    succeeded(): void {
      failure = undefined;
      outage.succeeded();
    },
  };
}

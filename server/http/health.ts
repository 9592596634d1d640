import type { FastifyInstance } from 'fastify';
import type { Outbox } from '../delivery/outbox.ts';
import type { OutageLog } from '../outage-log.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';

/** For how long one check of the store answers everybody, in milliseconds: each check is a write. */
const checkLifetime = 5_000;

/**
 * How long the server is not ready after an insert failed for the store's sake, in milliseconds, unless
 * another one succeeds first. Not for good: a proxy may send none to a server that is not ready.
 */
const failureLifetime = 60_000;

/**
 * `/healthz`: the process lives. `/readyz`: bookings can be stored; whether deliveries or leads are late is
 * in the body only, since a proxy would take the form down for a status.
 * Gives the insert of the store to use from now on: what becomes of it counts for `/readyz`. A success
 * of either ends the `outage`.
 */
export function answerHealth(
  app: FastifyInstance,
  store: Pick<Store, 'check' | 'insertBookings'>,
  outbox: Pick<Outbox, 'status'>,
  outage: OutageLog,
): Pick<Store, 'insertBookings'> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checked: ReturnType<Outbox['status']>;
  let failed: { at: number; error: StoreUnavailable } | undefined;

  function check(): typeof checked {
    const now = performance.now();
    if (failed && now - failed.at < failureLifetime) return Promise.reject(failed.error);
    if (now - checkedAt > checkLifetime) {
      checkedAt = now;
      checked = store.check().then(() => outbox.status());
    }
    return checked;
  }

  app.get('/healthz', { config: { unlogged: true } }, (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', { config: { unlogged: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      const found = await check();
      outage.succeeded();
      return { status: 'ok', ...found };
    } catch (error) {
      outage.failed(error);
      return reply.code(503).send({ status: 'unavailable' });
    }
  });

  return {
    async insertBookings(bookings, origin) {
      try {
        const result = await store.insertBookings(bookings, origin);
        failed = undefined;
        outage.succeeded();
        return result;
      } catch (error) {
        if (error instanceof StoreUnavailable) failed = { at: performance.now(), error };
        throw error;
      }
    },
  };
}

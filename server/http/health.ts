import type { FastifyInstance } from 'fastify';
import type { Outbox } from '../delivery/outbox.ts';
import type { DeliveryStatus } from '../delivery/status.ts';
import type { Store } from '../store/store.ts';

/** For how long one check of the store answers everybody, in milliseconds: each check is a write. */
const checkLifetime = 1000;

/**
 * `/healthz`: the process lives. `/readyz`: bookings can be stored; the state of their deliveries is
 * in the body only, since a proxy would take the form down for a status.
 */
export function answerHealth(
  app: FastifyInstance,
  store: Pick<Store, 'check'>,
  outbox: Pick<Outbox, 'status'>,
): void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checked: Promise<DeliveryStatus>;

  function check(): Promise<DeliveryStatus> {
    if (performance.now() - checkedAt > checkLifetime) {
      checkedAt = performance.now();
      checked = store.check().then(() => outbox.status());
    }
    return checked;
  }

  app.get('/healthz', (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      return { status: 'ok', deliveries: await check() };
    } catch (err) {
      request.log.error({ err }, 'the store is not ready');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}

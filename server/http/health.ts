import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.ts';

/** For how long an answer of the store serves everybody who asks, in milliseconds: each one is a write. */
const checkLifetime = 1000;

/** `/healthz`: the process lives. `/readyz`: bookings can be stored. */
export function answerHealth(app: FastifyInstance, store: Store): void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checked: Promise<void>;

  function check(): Promise<void> {
    if (performance.now() - checkedAt > checkLifetime) {
      checkedAt = performance.now();
      checked = store.check();
    }
    return checked;
  }

  app.get('/healthz', (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      await check();
      return { status: 'ok' };
    } catch (err) {
      request.log.error({ err }, 'the store is not ready');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}

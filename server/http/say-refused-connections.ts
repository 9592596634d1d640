import { open } from 'node:fs/promises';
import type http from 'node:http';
import type { FastifyBaseLogger } from 'fastify';

/** How often it is said that connections are refused, at most, in milliseconds. */
const sayInterval = 60_000;

/** How often it is tried whether a file can be opened, in milliseconds. */
const tryInterval = 2_000;

/**
 * Says in the log, once a minute at most, that visitors are turned away: above the limit of
 * connections, or without a file descriptor for one more. Of the latter the system tells nobody
 * (libuv accepts such a connection and closes it), so it is tried every two seconds.
 */
export function sayRefusedConnections(server: http.Server, log: FastifyBaseLogger): void {
  let saidAt = Number.NEGATIVE_INFINITY;
  const seldom = (say: () => void) => {
    if (performance.now() - saidAt < sayInterval) return;
    saidAt = performance.now();
    say();
  };
  server.on('drop', () =>
    seldom(() =>
      log.error(
        { connections: server.maxConnections },
        'visitors are turned away: too many connections are open',
      ),
    ),
  );
  server.on('error', (err) => {
    if (!server.listening) return;
    seldom(() => log.error({ err }, 'visitors are turned away: a connection was not accepted'));
  });
  const trying = setInterval(async () => {
    try {
      await (await open(import.meta.filename)).close();
    } catch (err) {
      seldom(() =>
        log.error(
          { err },
          'visitors are turned away: no file and no connection can be opened any more',
        ),
      );
    }
  }, tryInterval).unref();
  server.once('close', () => clearInterval(trying));
}

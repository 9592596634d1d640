import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/**
 * A free port of loopback. It is below the range of outgoing connections, so that no such connection takes it in the
 * meantime.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_000);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Lets a server listen on loopback, by default on a free port. Returns the port. */
export async function listen(
  server: Pick<Server, 'listen' | 'address'>,
  port = 0,
  host = '127.0.0.1',
): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Ends a server with all its connections. */
export async function closeServer(server: HttpServer): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

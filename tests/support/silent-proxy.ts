import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from './free-port.ts';

/**
 * A proxy in front of a server on loopback, until the test ends. While `silent` is true, connections stay open but no
 * data passes, as when a cable is unplugged.
 */
export async function startSilentProxy(target: URL) {
  const proxy = { silent: false, url: '' };
  const sockets: Socket[] = [];
  // An unplugged cable does not pass on the end of a connection either.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const { port, hostname: host } = target;
    const far = connect({ port: Number(port), host, allowHalfOpen: true });
    sockets.push(near, far);
    pass(near, far);
    pass(far, near);
  });
  function pass(from: Socket, to: Socket) {
    from.on('data', (bytes) => proxy.silent || to.write(bytes));
    from.on('end', () => proxy.silent || to.end());
    from.on('error', () => {});
    from.on('close', () => to.destroy());
  }
  const url = new URL(target);
  url.port = String(await listen(server));
  proxy.url = url.href;
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return proxy;
}

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './free-port.ts';

/**
 * A proxy in front of a server on loopback. While `silent` is true, connections stay open but no data passes, as when a
 * cable is unplugged.
 */
export async function startSilentProxy(target: URL) {
  const sockets = new Set<Socket>();
  const proxy = { silent: false, url: '', close: async () => {} };
  // An unplugged cable does not pass on the end of a connection either.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const { port, hostname: host } = target;
    const far = connect({ port: Number(port), host, allowHalfOpen: true });
    pass(near, far);
    pass(far, near);
  });
  function pass(from: Socket, to: Socket) {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (!proxy.silent) to.write(bytes);
    });
    from.on('end', () => {
      if (!proxy.silent) to.end();
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }
  const url = new URL(target);
  url.port = String(await listen(server));
  proxy.url = url.href;
  proxy.close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  return proxy;
}

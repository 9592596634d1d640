import type http from 'node:http';
import type { Connections } from './connections.ts';

/** How often, at most, connections of all addresses make way for new ones, in milliseconds. */
const shedInterval = 100;

/**
 * Above nine tenths of `most` each new connection of an address that holds a quarter costs it the
 * oldest on which it has sent no whole request: who opens many without end shuts themselves out.
 * Then the idle ones of all addresses are closed and, where that is not enough, the unfinished
 * ones, down to eight tenths, of the address with the most first.
 */
export function makeWay(server: http.Server, connections: Connections, most: number): void {
  let waiting = false;
  const isCrowded = () => connections.count > most * 0.9;
  const shed = () => {
    if (waiting || !isCrowded()) return;
    waiting = true;
    server.closeIdleConnections();
    // Those that were closed are counted until then.
    setImmediate(() => {
      if (isCrowded()) closeUnfinished(connections, most * 0.8);
    });
    setTimeout(() => {
      waiting = false;
      shed();
    }, shedInterval).unref();
  };
  server.on('connection', (socket) => {
    const neighbours = connections.add(socket);
    if (!isCrowded()) return;
    if (neighbours > most / 4) connections.closeUnfinished(socket.remoteAddress ?? '', 1);
    shed();
  });
}

function closeUnfinished(connections: Connections, least: number): void {
  for (const address of connections.crowds()) {
    if (connections.count <= least) return;
    connections.closeUnfinished(address, connections.count - least);
  }
}

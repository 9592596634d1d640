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
    // A visitor who has just come sends the request before that.
    setTimeout(() => {
      waiting = false;
      if (isCrowded()) closeUnfinished(connections, most * 0.8);
      shed();
    }, shedInterval).unref();
  };
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (isCrowded() && connections.from(remoteAddress) > most / 4) {
      connections.closeUnfinished(remoteAddress, 1);
    }
    connections.add(socket);
    shed();
  });
}

function closeUnfinished(connections: Connections, least: number): void {
  for (const address of connections.crowds()) {
    if (connections.count <= least) return;
    connections.closeUnfinished(address, connections.count - least);
  }
}

import http from 'node:http';

/**
 * How many requests of a connection may wait for their answers. Browsers and proxies send one and
 * wait (RFC 9112 §9.3.2 allows more); each that is sent before begins at once, and hundreds fit
 * into what is read in one go.
 */
export const mostUnanswered = 8;

/**
 * What a closed connection has sent before would still be parsed and begun, request by request:
 * thousands, each time that much is read. An upgrade is where the parser stops, and without a
 * listener for it Node closes the connection. Nobody else's upgrade is heard.
 */
export class StoppableRequest extends http.IncomingMessage {
  get upgrade(): boolean {
    return this.method === 'CONNECT' || this.socket.destroyed;
  }
  // Node's constructor sets it, and what it has found.
  set upgrade(_found: boolean) {}
}

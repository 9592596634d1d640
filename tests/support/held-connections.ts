import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections that somebody opens and does not let go. */
export interface HeldConnections {
  /** How many the other side has not closed. */
  open(): number;
  /** How many got through at all. */
  connected(): number;
  letGo(): void;
}

/** What one connection does once it stands. */
export type Hold = (socket: Socket) => void;

/** Says nothing at all. */
export const silent: Hold = () => {};

/** Asks once and keeps the connection. */
export const idle: Hold = (socket) => {
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
};

/** Sends a byte of its headers every half second. */
export const trickle: Hold = (socket) => {
  const bytes = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(10_000)}`;
  drip(socket, bytes);
};

/** Sends whole headers and then a byte of the body every half second. */
export const trickleBody: Hold = (socket) => {
  socket.write(
    'POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: public-client-key\r\nContent-Length: 9000\r\n\r\n',
  );
  drip(socket, '{'.repeat(9_000));
};

function drip(socket: Socket, bytes: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(bytes.charAt(at++)), 500);
  socket.once('close', () => clearInterval(timer));
}

/** Opens `count` connections, a hundred at a time, each with the next of `holds` in turn. */
export async function holdConnections(
  url: string,
  count: number,
  ...holds: Hold[]
): Promise<HeldConnections> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let connected = 0;
  for (let at = 0; at < count; at += 100) {
    const batch = Array.from({ length: Math.min(100, count - at) }, (_, i) => {
      const socket = connect(Number(port), hostname);
      const hold = holds[(at + i) % holds.length];
      socket.on('error', () => {});
      socket.on('connect', () => {
        connected += 1;
        hold?.(socket);
      });
      socket.resume();
      sockets.push(socket);
      return Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
    });
    await Promise.all(batch);
  }
  return {
    open: () => sockets.filter((socket) => !socket.closed).length,
    connected: () => connected,
    letGo: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

import type http from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  socket: Socket;
  /** The latest answer, finished or not. */
  response: http.ServerResponse | undefined;
  /** How many requests came, one before the answer to the other. */
  unanswered: number;
}

/** The open connections of a server, by the address at the other end, the oldest first. */
export class Connections {
  readonly #of = new WeakMap<Socket, Connection>();
  readonly #byAddress = new Map<string, Set<Connection>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  from(address: string): number {
    return this.#byAddress.get(address)?.size ?? 0;
  }

  add(socket: Socket): void {
    // Node asks for it when it is first read, and gets none when the sender is gone by then.
    const { remoteAddress = '' } = socket;
    const connection: Connection = { socket, response: undefined, unanswered: 0 };
    const crowd = this.#byAddress.get(remoteAddress) ?? new Set();
    this.#byAddress.set(remoteAddress, crowd.add(connection));
    this.#of.set(socket, connection);
    this.#count += 1;
    socket.once('close', () => this.#remove(remoteAddress, connection));
  }

  /** Notes the answer to a request that came. Gives how many of its connection wait for theirs. */
  begin(socket: Socket, response: http.ServerResponse): number {
    const connection = this.#of.get(socket);
    if (connection === undefined) return 1;
    const before = connection.response;
    connection.unanswered =
      before === undefined || before.writableFinished ? 1 : connection.unanswered + 1;
    connection.response = response;
    return connection.unanswered;
  }

  /** Closes up to so many of an address on which no whole request waits for its answer, the oldest first. */
  closeUnfinished(address: string, most: number): void {
    let left = most;
    for (const connection of this.#byAddress.get(address) ?? []) {
      if (left <= 0) return;
      const { socket, response } = connection;
      const answering = response !== undefined && !response.writableFinished;
      if (answering && response.req.complete) continue;
      this.#remove(address, connection);
      socket.destroy();
      left -= 1;
    }
  }

  /** The addresses, the one with the most connections first. */
  crowds(): string[] {
    const bySize = [...this.#byAddress].sort(([, one], [, other]) => other.size - one.size);
    return bySize.map(([address]) => address);
  }

  #remove(address: string, connection: Connection): void {
    const crowd = this.#byAddress.get(address);
    if (crowd?.delete(connection) !== true) return;
    this.#count -= 1;
    if (crowd.size === 0) this.#byAddress.delete(address);
  }
}

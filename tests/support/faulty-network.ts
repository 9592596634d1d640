import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { bareRequest } from './bare-request.ts';
import { closeServer, listen } from './free-port.ts';

/**
 * What happens to a post: the network is cut or silent before, during or after the server's work, or it answers instead
 * of the server.
 */
export type Outcome =
  | 'pass'
  | 'cut before'
  | 'cut during'
  | 'cut after'
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: string };

/** A network in front of the program, whose failures the test controls. */
export interface FaultyNetwork {
  url: string;
  /** What happens to the next posts in order, and then to all others. */
  outcomes: Outcome[];
  otherwise: Outcome;
  posts: { type: string | undefined; body: string }[];
  /** Holds back every post until this is resolved. */
  hold: Promise<void> | undefined;
  /** The number of requests that still wait for an answer. */
  answering: number;
  stop(): Promise<void>;
}

/** Starts the proxy on a free loopback port. Each connection serves one request, so the browser repeats none. */
export async function startFaultyNetwork(upstream: string): Promise<FaultyNetwork> {
  const network: FaultyNetwork = {
    url: '',
    outcomes: [],
    otherwise: 'pass',
    posts: [],
    hold: undefined,
    answering: 0,
    stop: () => closeServer(server),
  };
  const server = http.createServer((request, response) => {
    network.answering += 1;
    answer(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        network.answering -= 1;
      });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request));
    if (request.method === 'POST') {
      network.posts.push({ type: request.headers['content-type'], body: body.toString() });
      await network.hold;
      return handlePost(network.outcomes.shift() ?? network.otherwise, request, body, response);
    }
    await pass(request, body, response);
  }

  async function pass(request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const answer = await send(upstream, request, body);
    response.writeHead(answer.status, { ...answer.headers, connection: 'close' });
    response.end(answer.body);
  }

  async function handlePost(
    outcome: Outcome,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    if (outcome === 'hang') return;
    if (typeof outcome === 'object') {
      response.writeHead(outcome.status, { Connection: 'close', ...outcome.headers });
      response.end(outcome.body ?? '{}');
      return;
    }
    if (outcome === 'pass') return pass(request, body, response);
    if (outcome === 'cut during') await sendHalf(upstream, request, body);
    if (outcome === 'cut after') await send(upstream, request, body);
    response.destroy();
  }

  network.url = `http://localhost:${await listen(server, 0, 'localhost')}`;
  return network;
}

function send(upstream: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return bareRequest(new URL(url ?? '/', upstream), method, headers, body);
}

/** Ends the connection to the server in the middle of the body. */
async function sendHalf(upstream: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const request = http.request(new URL(url ?? '/', upstream), { method, headers, agent: false });
  request.on('error', () => {});
  await new Promise((resolve) => request.write(body.subarray(0, body.length / 2), resolve));
  request.destroy();
}

import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';

/** A request with only these headers. `fetch` would add headers and decode the body. */
export async function bareRequest(
  url: string | URL,
  method: string | undefined,
  headers: IncomingHttpHeaders = {},
  body: string | Buffer = '',
) {
  const sent = request(url, { method, headers, agent: false }).end(body);
  const response: IncomingMessage = (await once(sent, 'response'))[0];
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(await Array.fromAsync(response)),
  };
}

/** Forwards a request, and sends its response back, unchanged by default. */
export function passOn(
  incoming: IncomingMessage,
  response: ServerResponse,
  address: string,
  send = sendBack,
) {
  const { method, headers } = incoming;
  const onward = request(address, { method, headers }, (answer) => void send(answer, response));
  onward.on('error', () => response.writeHead(502).end());
  incoming.pipe(onward);
}

export function sendBack(answer: IncomingMessage, response: ServerResponse): void | Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}

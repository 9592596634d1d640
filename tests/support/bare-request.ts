import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';

/** A request with just these headers: `fetch` adds its own and undoes encodings. */
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

/** Passes a request on as it is, and its answer back. */
export function passOn(incoming: IncomingMessage, response: ServerResponse, address: string) {
  const { method, headers } = incoming;
  const onward = request(address, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(502).end());
  incoming.pipe(onward);
}

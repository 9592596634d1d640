import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { Webhook } from 'standardwebhooks';
import type { ServerCertificate } from './certificates.ts';
import { closeServer, listen } from './free-port.ts';

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface ReceivedHook {
  id: string;
  /** The event, after `standardwebhooks` has verified its signature. */
  event: unknown;
}

/**
 * A receiver on loopback that records each call and verifies a webhook's signature. It answers with `status`, or by
 * `answer`.
 */
export async function startWebhookReceiver(answer?: RequestListener, tls?: ServerCertificate) {
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  const hooks: ReceivedHook[] = [];
  const listener: RequestListener = async (request, response) => {
    if (answer) return answer(request, response);
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    calls.push({ headers: request.headers, body });
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const id = headers['webhook-id'];
    if (id !== undefined)
      hooks.push({ id, event: new Webhook(webhookSecret).verify(body, headers) });
    await receiver.answering;
    response.writeHead(receiver.status, { Connection: 'close' }).end();
  };
  const server = tls ? createHttpsServer(tls, listener) : createServer(listener);
  const receiver = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${await listen(server)}/hooks`,
    status: 204,
    /** Each answer waits for this. */
    answering: Promise.resolve(),
    calls,
    hooks,
    close: () => closeServer(server),
  };
  return receiver;
}

import { createServer, type RequestListener } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { closeServer, listen } from './free-port.ts';

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export interface ReceivedHook {
  id: string;
  /** The event, after `standardwebhooks` has verified its signature. */
  event: unknown;
}

/** A receiver on loopback that verifies each signature and answers with `status`, or as `answer` does. */
export async function startWebhookReceiver(answer?: RequestListener) {
  const hooks: ReceivedHook[] = [];
  const server = createServer(async (request, response) => {
    if (answer) return answer(request, response);
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const event = new Webhook(webhookSecret).verify(body, headers);
    hooks.push({ id: headers['webhook-id'] ?? '', event });
    response.writeHead(receiver.status, { Connection: 'close' }).end();
  });
  const receiver = {
    url: `http://127.0.0.1:${await listen(server)}/hooks`,
    status: 204,
    hooks,
    close: () => closeServer(server),
  };
  return receiver;
}

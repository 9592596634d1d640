import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { Webhook } from 'standardwebhooks';

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export interface ReceivedHook {
  id: string;
  /** What `standardwebhooks` found behind the signature. */
  event: unknown;
}

/** A receiver on loopback that checks each signature and answers with `status`. */
export async function startWebhookReceiver(answer?: RequestListener) {
  const hooks: ReceivedHook[] = [];
  const receiver = { url: '', status: 204, hooks, close: async () => {} };
  const server = createServer((request, response) => {
    if (answer) return answer(request, response);
    Array.fromAsync(request).then((chunks) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const event = new Webhook(webhookSecret).verify(Buffer.concat(chunks).toString(), headers);
      hooks.push({ id: headers['webhook-id'] ?? '', event });
      response.writeHead(receiver.status, { Connection: 'close' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  receiver.url = `http://127.0.0.1:${address.port}/hooks`;
  receiver.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return receiver;
}

import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { closeServer, listen } from './free-port.ts';

/** A receiver on loopback: what was posted to it, as JSON. It answers with `status`. */
export async function alertReceiver() {
  const receiver = { url: '', status: 200, alerts: [] as Record<string, unknown>[] };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    if (receiver.status === 200) receiver.alerts.push(JSON.parse(body));
    response.writeHead(receiver.status, { Connection: 'close' }).end('ok');
  });
  receiver.url = `http://127.0.0.1:${await listen(server)}/alerts`;
  onTestFinished(() => closeServer(server));
  return receiver;
}

import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { closeServer, listen } from './free-port.ts';

/** A chat on loopback that takes JSON: what was posted to it. */
export async function chatReceiver() {
  const receiver = { url: '', messages: [] as Record<string, unknown>[] };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    receiver.messages.push(JSON.parse(body));
    response.writeHead(200, { Connection: 'close' }).end('ok');
  });
  receiver.url = `http://127.0.0.1:${await listen(server)}/chat`;
  onTestFinished(() => closeServer(server));
  return receiver;
}

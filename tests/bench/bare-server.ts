// The yardstick: a bare node:http server that gives every request the same answer, read from the
// file named on the command line. Prints its port.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './answer.ts';

const answer: Answer = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const body = Buffer.from(answer.body, 'base64');

const server = http.createServer((_request, response) => {
  response.writeHead(200, answer.headers).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${port}\n`);
});

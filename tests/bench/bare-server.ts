// The server to compare with: a bare node:http server that gives every request the same answer, from the file on the
// command line. Prints its address.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { listen } from '../support/free-port.ts';
import type { Answer } from './servers.ts';

const answer: Answer = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const body = Buffer.from(answer.body, 'base64');
const server = http.createServer((_request, response) => {
  response.writeHead(200, answer.headers).end(body);
});
process.stdout.write(`http://127.0.0.1:${await listen(server)}\n`);

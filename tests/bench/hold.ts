// node tests/bench/hold.ts [CONNECTIONS]: opens that many connections (10,000 unless told) to the
// built server (npm run build) and holds them for twelve seconds: silent ones, idle ones, ones that
// trickle. A visitor asks and books meanwhile. Needs as many open files on both sides (ulimit -n).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ada } from '../support/ada.ts';
import {
  holdConnections,
  idle,
  silent,
  trickle,
  trickleBody,
} from '../support/held-connections.ts';
import { project } from '../support/kill.ts';

const [count = 10_000] = process.argv.slice(2).map(Number);
const data = await mkdtemp(path.join(tmpdir(), 'lodemark-hold-'));
const server = spawn(process.execPath, ['server/main.ts'], {
  cwd: project,
  env: {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: data,
    RATE_LIMIT_REQUESTS: '0',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
const listening = new Promise<string>((resolve) => {
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-5_000);
    const [, url] = /Server listening at (http:[^"]+)/.exec(output) ?? [];
    if (url !== undefined) resolve(url);
  });
});
const url = await listening;
const before = await megabytes();
const began = performance.now();
const held = await holdConnections(url, count, silent, idle, trickle, trickleBody);
const opened = performance.now();
let refused = 0;
let slowest = 0;
let most = before;
const statuses = new Map<number, number>();
while (performance.now() - opened < 12_000) {
  const asked = performance.now();
  try {
    const { status } = await visit();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    slowest = Math.max(slowest, performance.now() - asked);
  } catch {
    refused += 1;
  }
  most = Math.max(most, await megabytes());
  await pause(100);
}
const left = held.open();
held.letGo();
await pause(500);
const after = (await fetch(url)).status;
console.table({
  connections: held.connected(),
  'opened in, ms': Math.round(opened - began),
  'memory before, MB': before,
  'most memory, MB': most,
  'bookings answered 201': statuses.get(201) ?? 0,
  'visits refused': refused,
  'slowest visit, ms': Math.round(slowest),
  'still open after twelve seconds': left,
  'a page afterwards': after,
});
server.kill('SIGTERM');
await once(server, 'exit');
await rm(data, { recursive: true });
process.exitCode = after === 200 && server.exitCode === 0 ? 0 : 1;

function visit() {
  return fetch(`${url}/rest/v1/booking_requests`, {
    method: 'POST',
    headers: {
      apikey: 'public-client-key',
      'Content-Type': 'application/json',
      Connection: 'close',
    },
    body: JSON.stringify(ada),
  });
}

async function megabytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

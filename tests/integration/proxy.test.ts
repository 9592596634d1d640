import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { ada, publicKey, startServer } from '../support/server.ts';

const project = path.resolve(import.meta.dirname, '../..');
const hasCaddy = spawnSync('caddy', ['version']).status === 0;

test.runIf(hasCaddy)(
  'behind our Caddyfile each visitor is limited alone, and nobody as another (needs caddy)',
  async () => {
    const server = await startServer({
      rateLimit: { requests: 2, seconds: 600 },
      trustProxy: ['127.0.0.1'],
    });
    const proxy = await startCaddy(server.url);
    expect(await bookFrom('127.0.0.3', proxy)).toBe(201);
    expect(await bookFrom('127.0.0.3', proxy)).toBe(201);
    expect(await bookFrom('127.0.0.3', proxy)).toBe(429);
    expect(await bookFrom('127.0.0.3', proxy, '203.0.113.7')).toBe(429);
    expect(await bookFrom('127.0.0.4', proxy, '127.0.0.3')).toBe(201);
    const page = await fetch(proxy);
    expect(page.headers.get('server')).toBeNull();
    expect(page.headers.get('content-security-policy')).not.toBeNull();
  },
);

test('the server believes just the address that the proxy has in compose.yaml', () => {
  const compose = readFileSync(path.join(project, 'compose.yaml'), 'utf8');
  const [, proxy] = /ipv4_address: (\S+)/.exec(compose) ?? [];
  expect(compose).toContain(`TRUST_PROXY: ${proxy}\n`);
});

async function startCaddy(upstream: string): Promise<string> {
  const home = await temporaryFolder();
  const url = `http://127.0.0.1:${await freePort()}`;
  const config = path.join(project, 'Caddyfile');
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      SITE_URL: url,
      UPSTREAM: new URL(upstream).host,
    },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const answers = () =>
    fetch(url).then(
      ({ status }) => status,
      () => undefined,
    );
  await expect.poll(answers, { timeout: 20_000 }).toBe(200);
  return url;
}

/** Books from one of loopback's many addresses; gives the status. */
function bookFrom(localAddress: string, proxy: string, forwardedFor?: string) {
  return new Promise<number>((resolve, reject) => {
    const headers = {
      apikey: publicKey,
      'Content-Type': 'application/json',
      ...(forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }),
    };
    const options = { method: 'POST', headers, localAddress, agent: false };
    request(`${proxy}/rest/v1/booking_requests`, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end(JSON.stringify(ada));
  });
}

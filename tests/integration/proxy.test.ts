import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closedPolicy, commonHeaders } from '../../server/http/headers.ts';
import { ada } from '../support/ada.ts';
import { temporaryFolder } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { publicKey, startServer } from '../support/server.ts';

const project = path.resolve(import.meta.dirname, '../..');
const hasCaddy = spawnSync('caddy', ['version']).status === 0;

test.runIf(hasCaddy)(
  'behind our Caddyfile each visitor is limited alone, and nobody as another (needs caddy)',
  async () => {
    const server = await startServer({
      rateLimit: { requests: 2, seconds: 600 },
      trustProxy: ['127.0.0.1'],
    });
    const { url: proxy } = await startCaddy(server.url);
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

test.runIf(hasCaddy)(
  'while the server is down Caddy answers as we would, and logs nothing of the visitor (needs caddy)',
  async () => {
    const { url, log } = await startCaddy(`http://127.0.0.1:${await freePort()}`, 502);
    const answer = await fetch(`${url}/book?name=Unmistakable`, {
      headers: { 'X-Text': 'Unmistakable', 'User-Agent': 'Unmistakable' },
    });
    expect(answer.status).toBe(502);
    expect(answer.headers.get('server')).toBeNull();
    for (const [name, value] of Object.entries(commonHeaders('http://localhost')))
      expect(answer.headers.get(name)).toBe(value);
    expect(answer.headers.get('content-security-policy')).toBe(closedPolicy);
    const id = answer.headers.get('x-request-id') ?? '';
    expect(id).not.toBe('');
    expect(await answer.text()).toMatch(new RegExp(`^This site cannot answer .*502, ${id}`));
    await expect.poll(log).toContain('"uri":"/book"');
    expect(log()).toContain('"remote_ip":"127.0.0.0"');
    expect(log()).not.toMatch(/127\.0\.0\.1"|remote_port|Unmistakable/);
  },
);

test('the server trusts only the address of the proxy in compose.yaml', () => {
  const compose = readFileSync(path.join(project, 'compose.yaml'), 'utf8');
  const [, proxy] = /ipv4_address: (\S+)/.exec(compose) ?? [];
  expect(compose).toContain(`TRUST_PROXY: ${proxy}\n`);
});

/** Starts Caddy in front of `upstream` and waits until its status is `first`. `log`: all that it logged. */
async function startCaddy(upstream: string, first = 200) {
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
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    written += text;
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
  await expect.poll(answers).toBe(first);
  return { url, log: () => written };
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

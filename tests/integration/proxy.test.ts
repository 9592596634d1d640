import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closedPolicy, commonHeaders } from '../../server/http/headers.ts';
import { ada } from '../support/ada.ts';
import { startChild } from '../support/child.ts';
import { temporaryFolder } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { publicKey, startServer } from '../support/server.ts';

const project = path.resolve(import.meta.dirname, '../..');
const hasCaddy = spawnSync('caddy', ['version']).status === 0;
const hasNginx = spawnSync('nginx', ['-v']).status === 0;

test.runIf(hasCaddy)(
  'behind the Caddyfile each visitor has a separate limit, and cannot claim another’s address (needs caddy)',
  async () => {
    const settings = { RATE_LIMIT_REQUESTS: '2', TRUST_PROXY: '127.0.0.1' };
    const server = await startServer({ settings });
    const { url: proxy } = await startCaddy(server.url);
    expect(await bookFrom('127.0.0.3', proxy)).toBe(201);
    expect(await bookFrom('127.0.0.3', proxy)).toBe(201);
    expect(await bookFrom('127.0.0.3', proxy)).toBe(429);
    expect(await bookFrom('127.0.0.3', proxy, '203.0.113.7')).toBe(429);
    expect(await bookFrom('127.0.0.4', proxy, '127.0.0.3')).toBe(201);
    expect((await fetch(proxy)).headers.get('server')).toBeNull();
    await expectNoFrames(proxy);
  },
);

test.runIf(hasCaddy)(
  'behind a CDN and Caddy each visitor has a separate limit, and a stranger cannot pose as the CDN (needs caddy)',
  async () => {
    const settings = { RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '127.0.0.1,127.0.0.5/32' };
    const server = await startServer({ settings });
    const manual = readFileSync(path.join(project, 'docs/proxy.md'), 'utf8');
    const [line = ''] = /trusted_proxies .*/.exec(manual) ?? [];
    const caddyfile = readFileSync(path.join(project, 'Caddyfile'), 'utf8');
    const config = path.join(await temporaryFolder(), 'Caddyfile');
    const trusting = `$&\n${line.replace('192.0.2.0/24', '127.0.0.5/32')}`;
    writeFileSync(config, caddyfile.replace(/reverse_proxy .*\{$/m, trusting));
    const { url: proxy } = await startCaddy(server.url, { config });
    expect(await bookFrom('127.0.0.5', proxy, '203.0.113.7')).toBe(201);
    expect(await bookFrom('127.0.0.5', proxy, '203.0.113.7')).toBe(429);
    expect(await bookFrom('127.0.0.5', proxy, '203.0.113.8')).toBe(201);
    expect(await bookFrom('127.0.0.6', proxy, '203.0.113.9')).toBe(201);
    expect(await bookFrom('127.0.0.6', proxy, '203.0.113.10')).toBe(429);
  },
);

test.runIf(hasCaddy)(
  'while the server is down, Caddy answers in the same format and logs no data of the visitor (needs caddy)',
  async () => {
    const { url, log } = await startCaddy(`http://127.0.0.1:${await freePort()}`, { first: 502 });
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
    const text = await answer.text();
    for (const part of ['502', id]) expect(text).toContain(part);
    await fetch(`${url}/m/contacted.1.Unmistakable?x`);
    await expect.poll(log).toContain('"uri":"/m/"');
    expect(log()).toContain('"uri":"/book"');
    expect(log()).toContain('"remote_ip":"127.0.0.0"');
    for (const hidden of ['127.0.0.1"', 'remote_port', 'Unmistakable'])
      expect(log()).not.toContain(hidden);
  },
);

test.runIf(hasNginx)(
  'behind nginx, set up as in the manual, each visitor has a separate limit, and cannot claim another’s address (needs nginx)',
  async () => {
    const settings = { RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '127.0.0.1' };
    const server = await startServer({ settings });
    const proxy = await startNginx(server.url);
    expect(await bookFrom('127.0.0.3', proxy, '203.0.113.7')).toBe(201);
    expect(await bookFrom('127.0.0.3', proxy, '203.0.113.8')).toBe(429);
    expect(await bookFrom('127.0.0.4', proxy, '203.0.113.7')).toBe(201);
    await expectNoFrames(proxy);
  },
);

test('the server trusts only the address of the proxy in compose.yaml', () => {
  const compose = readFileSync(path.join(project, 'compose.yaml'), 'utf8');
  const [, proxy] = /ipv4_address: (\S+)/.exec(compose) ?? [];
  expect(compose).toContain(`TRUST_PROXY: ${proxy}\n`);
});

/** No frame may contain a page, an error or an answer of the API. */
async function expectNoFrames(proxy: string) {
  for (const path of ['/', '/inbox', '/rest/v1/x'])
    expect((await fetch(proxy + path)).headers.get('content-security-policy'), path).toContain(
      "frame-ancestors 'none'",
    );
}

/** Starts Caddy in front of `upstream` and waits for the status `first`. `log` has its output. */
async function startCaddy(
  upstream: string,
  { first = 200, config = path.join(project, 'Caddyfile') } = {},
) {
  const home = await temporaryFolder();
  const url = `http://127.0.0.1:${await freePort()}`;
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  const child = startChild('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { ...process.env, ...folders, SITE_URL: url, UPSTREAM: new URL(upstream).host },
  });
  onTestFinished(() => child.stop());
  await child.until(async () => (await fetch(url)).status === first);
  return { url, log: child.output };
}

/** Starts nginx with the manual's block, but with other ports, certificates and paths. */
async function startNginx(upstream: string): Promise<string> {
  const folder = await temporaryFolder();
  const site = `127.0.0.1:${await freePort()}`;
  const manual = readFileSync(path.join(project, 'docs/proxy.md'), 'utf8');
  const [, pasted = ''] = /lodemark <<'END'\n(limit_conn.*?)\nEND\n/s.exec(manual) ?? [];
  const block = pasted
    .replaceAll(/^\t(listen \[|ssl_|error_log).*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl http2;', `listen ${site};`)
    .replace('127.0.0.1:3000', new URL(upstream).host);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const http = `http { ${temporary.join(' ')}\n${block} }`;
  const config = path.join(folder, 'nginx.conf');
  writeFileSync(config, `daemon off; pid ${folder}/pid; error_log stderr; events {} ${http}`);
  const child = startChild('nginx', ['-e', 'stderr', '-c', config]);
  // SIGKILL would leave its workers behind.
  onTestFinished(() => child.stop('SIGTERM'));
  await child.until(async () => (await fetch(`http://${site}`)).ok);
  return `http://${site}`;
}

/** Books from one of loopback's many addresses, and returns the status. */
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

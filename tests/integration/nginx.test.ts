import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../server/config/config.ts';
import { ada } from '../support/ada.ts';
import { temporaryFolder } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { publicKey, startServer } from '../support/server.ts';

test.runIf(spawnSync('nginx', ['-v']).status === 0)(
  'behind nginx, as the manual pastes it, each visitor is limited alone, and nobody as another (needs nginx)',
  async () => {
    const rateLimit = { requests: 1, seconds: 600 };
    const server = await startServer({ rateLimit, trustProxy: ['127.0.0.1'] });
    const proxy = await startNginx(server.url);
    expect(await bookFrom('127.0.0.3', proxy, '203.0.113.7')).toBe(201);
    expect(await bookFrom('127.0.0.3', proxy, '203.0.113.8')).toBe(429);
    expect(await bookFrom('127.0.0.4', proxy, '203.0.113.7')).toBe(201);
    expect((await fetch(proxy)).headers.get('content-security-policy')).not.toBeNull();
  },
);

/** Starts nginx with the manual's block, but for ports, TLS and the places of its own files. */
async function startNginx(upstream: string): Promise<string> {
  const folder = await temporaryFolder();
  const site = `127.0.0.1:${await freePort()}`;
  const manual = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
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
  const child = spawn('nginx', ['-e', 'stderr', '-c', config], { stdio: 'ignore' });
  onTestFinished(async () => {
    // SIGKILL would leave its workers behind.
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const status = () =>
    fetch(`http://${site}`)
      .then(({ status }) => status)
      .catch(String);
  await expect.poll(status).toBe(200);
  return `http://${site}`;
}

/** Books from one of loopback's many addresses, which claims to be `forwardedFor`; gives the status. */
async function bookFrom(
  localAddress: string,
  proxy: string,
  forwardedFor: string,
): Promise<number> {
  const headers = {
    apikey: publicKey,
    'Content-Type': 'application/json',
    'X-Forwarded-For': forwardedFor,
  };
  const options = { method: 'POST', headers, localAddress, agent: false };
  const call = request(`${proxy}/rest/v1/booking_requests`, options);
  call.end(JSON.stringify(ada));
  const [response] = await once(call, 'response');
  response.resume();
  return response.statusCode;
}

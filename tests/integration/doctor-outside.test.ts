import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bookingsFolder, doctor } from '../support/bookings-command.ts';
import { type ServerCertificate, startAuthority } from '../support/certificates.ts';
import { temporaryFolder } from '../support/database.ts';
import { closeServer, listen } from '../support/free-port.ts';
import { copyProgram, run, sharedProgram } from '../support/server-process.ts';

const authority = await startAuthority();

/** As a process of its own, for what belongs to a process or to its folder. */
async function startDoctor(settings: Record<string, string>, program = sharedProgram()) {
  const environment = { DATA_DIR: await bookingsFolder(), ...settings };
  const args = ['server/cli/bookings.ts', 'doctor', '--no-server'];
  const { ended, stdout } = run(program, args, environment);
  return [await ended, stdout()];
}

async function site(answer: RequestListener, tls?: ServerCertificate) {
  const server = tls ? createHttpsServer(tls, answer) : createServer(answer);
  onTestFinished(() => closeServer(server));
  return `${tls ? 'https' : 'http'}://localhost:${await listen(server)}`;
}

const asOurs: RequestListener = (_, response) =>
  response.setHeader('Content-Security-Policy', "default-src 'none'").end();

describe('doctor', () => {
  test.each([
    ['answers with the policy', 'ok', 0, asOurs],
    ['answers 502', 'wrong', 1, (_, response) => response.writeHead(502).end()],
    ['answers 404', 'warning', 0, (_, response) => response.writeHead(404).end()],
    ['comes without Content-Security-Policy', 'warning', 0, (_, response) => response.end()],
    [
      'leads to https://www.example.com/',
      'warning',
      0,
      (_, response) => response.writeHead(301, { Location: 'https://www.example.com/' }).end(),
    ],
  ] satisfies [string, string, number, RequestListener][])(
    'asks SITE_URL, which %s',
    async (text, state, code, answer) => {
      expect(await doctor(await bookingsFolder(), { SITE_URL: await site(answer) })).toEqual([
        code,
        expect.stringMatching(new RegExp(`^${state} +public site +http\\S+ ${text}`, 'm')),
      ]);
    },
  );

  test.each([
    [60, 0, 'ok'],
    [10, 0, 'warning'],
    [2, 1, 'wrong'],
  ])('says of a certificate for %i more days: %s', async (days, code, state) => {
    const tls = authority.issue('site', 'DNS:localhost', days);
    const trusted = { NODE_EXTRA_CA_CERTS: authority.file };
    expect(await startDoctor({ SITE_URL: await site(asOurs, tls), ...trusted })).toEqual([
      code,
      expect.stringMatching(new RegExp(`^${state} +certificate +ends in ${days - 1} days`, 'm')),
    ]);
  });

  test('fails for a certificate that browsers refuse, not for a name that it cannot reach', async () => {
    const SITE_URL = await site(asOurs, authority.issue('site', 'DNS:localhost'));
    expect(await doctor(await bookingsFolder(), { SITE_URL })).toEqual([
      1,
      expect.stringMatching(/^wrong +public site +browsers refuse the certificate/m),
    ]);
    expect(await doctor(await bookingsFolder(), { SITE_URL: 'http://localhost:9' })).toEqual([
      1,
      expect.stringMatching(
        /^wrong +public site +nothing answers at http:\/\/localhost:9, which is this machine/m,
      ),
    ]);
    expect(await doctor(await bookingsFolder(), { SITE_URL: 'http://nowhere.invalid' })).toEqual([
      0,
      expect.stringMatching(/^warning +public site +cannot be reached from here/m),
    ]);
  });

  test('warns of a clock that no time server keeps', async () => {
    const PATH = await temporaryFolder();
    const command = path.join(PATH, 'timedatectl');
    writeFileSync(command, '#!/bin/sh\necho no\n', { mode: 0o755 });
    expect((await startDoctor({ PATH }))[1]).toMatch(/^warning +clock +no time server keeps it/m);
    writeFileSync(command, '#!/bin/sh\necho yes\n');
    expect((await startDoctor({ PATH }))[1]).toMatch(/^ok +clock/m);
  });

  test('warns of a .env that everybody can read', async () => {
    const program = await copyProgram();
    const file = path.join(program, '.env');
    writeFileSync(file, 'LOG_LEVEL=warn\n', { mode: 0o600 });
    expect((await startDoctor({}, program))[1]).not.toMatch(/^warning +\.env/m);
    chmodSync(file, 0o644);
    expect((await startDoctor({}, program))[1]).toMatch(/^warning +\.env +everybody .*chmod 600/m);
  });

  test.each([
    ['postgres://user:hidden@db.invalid/lodemark', true],
    ['postgres://user:hidden@db.invalid/lodemark?sslmode=prefer', true],
    ['postgres://user:hidden@db.invalid/lodemark?sslmode=verify-full', false],
    ['postgres://user:hidden@127.0.0.1:9/lodemark', false],
    ['postgres:///lodemark?host=/var/run/nowhere', false],
  ])('warns where the way to the database may be open: %s', async (DATABASE_URL, isOpen) => {
    const [, report] = await doctor(await bookingsFolder(), { DATABASE_URL });
    expect(/^warning +encryption/m.test(String(report))).toBe(isOpen);
  });
});

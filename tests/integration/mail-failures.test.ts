import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendMail } from '../../server/desk/mail/mail.ts';
import { ada } from '../support/ada.ts';
import { startAuthority } from '../support/certificates.ts';
import { catcher, channelThat, openDesk, socketServer } from '../support/delivery.ts';
import { freePort } from '../support/free-port.ts';
import { booking } from '../support/new-bookings.ts';

const authority = await startAuthority();
const good = authority.issue('good', 'IP:0.0.0.0');

/** Books, makes one attempt, and returns the output of `show` and the log. */
async function failureOf(url: string, limits?: Parameters<typeof sendMail>[3]) {
  const to = ['sales@example.com'];
  const siteUrl = 'https://www.example.com';
  const settings = { url, from: 'website@example.com', to, siteUrl };
  const channel = channelThat(
    ({ id }, signal) => sendMail(settings, { id, to, subject: 'Test', text: '' }, signal, limits),
    'mail',
  );
  const desk = await openDesk(channel);
  await desk.book([booking()]);
  await desk.deliver();
  const { lines, deliveryOf } = desk;
  return { delivery: await deliveryOf(), lines, line: lines[0] };
}

/** Another name of loopback, which no rule recognizes as this machine. */
const elsewhere = (scheme: string, port: number) => `${scheme}://0.0.0.0:${port}`;

/** Only the limit that a test waits for is short, because a slow machine would also reach the other limit. */
const silence = { connectionTimeout: 60_000, greetingTimeout: 300 };
const unreached = { connectionTimeout: 300, greetingTimeout: 60_000 };

/** Starts a server, and returns an SMTP_URL that fails there. */
type Start = () => Promise<string>;

const withTls =
  (scheme: string, certificate: object): Start =>
  async () => {
    const { port } = await catcher({
      ...{ secure: scheme === 'smtps', hideSTARTTLS: false },
      ...certificate,
    });
    return elsewhere(scheme, port);
  };

const refusing =
  (on: string, responseCode: number, message: string, login = ''): Start =>
  async () => {
    const refusal = Object.assign(new Error(message), { responseCode });
    const { port } = await catcher({
      allowInsecureAuth: true,
      [on]: (...args: unknown[]) => {
        const done = args.at(-1);
        if (typeof done === 'function') done(refusal);
      },
    });
    return `smtp://${login}127.0.0.1:${port}`;
  };

const answering =
  (behave: (socket: Socket) => void, scheme = 'smtp', login = ''): Start =>
  async () => {
    const { port } = await socketServer(behave);
    return `${scheme}://${login}127.0.0.1:${port}`;
  };

describe('an email that fails has a code for its cause, and names the setting to correct:', () => {
  beforeAll(() => {
    const system = getCACertificates();
    setDefaultCACertificates([...system, readFileSync(authority.file, 'utf8')]);
    return () => setDefaultCACertificates(system);
  });

  const unknownAuthority = async () => {
    const other = await startAuthority();
    return withTls('smtps', other.issue('unknown', 'IP:0.0.0.0'))();
  };
  const login = 'outbox:hunter2@';

  test.each<[string, string, Start]>([
    [
      'CERT_SELF_SIGNED',
      'EXTRA_CA_FILE',
      withTls('smtps', authority.selfSigned('a', 'IP:0.0.0.0')),
    ],
    ['CERT_AUTHORITY', 'EXTRA_CA_FILE', unknownAuthority],
    ['CERT_EXPIRED', 'clock', withTls('smtps', authority.issue('old', 'IP:0.0.0.0', -1))],
    ['CERT_NAME', 'SMTP_URL', withTls('smtp', authority.issue('other', 'DNS:other.test'))],
    ['TLS_NOT_SPOKEN', 'smtp://', async () => elsewhere('smtps', (await catcher()).port)],
    [
      'TLS_FAILED',
      'TLS 1.2',
      withTls('smtps', { ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
    ],
    ['PORT_CLOSED', 'SMTP_URL', async () => elsewhere('smtp', await freePort())],
    ['NAME_NOT_FOUND', 'SMTP_URL', async () => 'smtp://mail.company.invalid'],
    ['NO_MAIL_SERVER', 'SMTP_URL', answering((socket) => socket.write('HTTP/1.1 400 No\r\n\r\n'))],
    ['CONNECTION_FAILED', 'SMTP_URL', answering((socket) => socket.destroy())],
    ['MACHINE_REFUSED', 'SMTP_URL', refusing('onConnect', 554, 'go away')],
    ['LOGIN_REFUSED', 'SMTP_URL', refusing('onAuth', 535, 'bad password', login)],
    ['LOGIN_REQUIRED', 'SMTP_URL', refusing('onMailFrom', 530, 'log in first')],
    ['SENDER_REFUSED', 'MAIL_FROM', refusing('onMailFrom', 550, 'who?')],
    ['RECIPIENT_REFUSED', 'NOTIFY_EMAIL', refusing('onRcptTo', 550, 'no such box')],
    ['LATER', 'retried', refusing('onRcptTo', 450, 'greylisted')],
    ['SILENT', 'SMTP_URL', async () => elsewhere('smtp', (await socketServer(() => {})).port)],
    [
      'NOT_REACHED',
      'SMTP_URL',
      async () => elsewhere('smtps', (await socketServer(() => {})).port),
    ],
  ])('%s, with %s', async (code, remedy, start) => {
    const url = await start();
    const limits = { SILENT: silence, NOT_REACHED: unreached }[code];
    const { delivery, line, lines } = await failureOf(url, limits);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(line).toMatchObject({ code, debug: expect.any(String) });
    const error = delivery?.last_error ?? '';
    expect(error.startsWith(`${code}: ${new URL(url).host}`)).toBe(true);
    for (const part of [line?.reason, remedy]) expect(error).toContain(part);
    for (const internal of ['openssl', 'SSL routines', '--use-system-ca', 'altnames'])
      expect(error).not.toContain(internal);
    expect(JSON.stringify([error, lines])).not.toContain('hunter2');
    for (const value of Object.values(ada)) expect(JSON.stringify(lines)).not.toContain(value);
  });

  // Only root may listen at this port.
  test.runIf(process.getuid?.() === 0)(
    'TLS_EXPECTED, when smtp:// is used for port 465',
    async () => {
      await socketServer(() => {}, { port: 465, host: '127.0.0.81' });
      const { line } = await failureOf('smtp://127.0.0.81:465', silence);
      expect(line).toMatchObject({ code: 'TLS_EXPECTED' });
    },
  );

  test.each(['smtp', 'smtps'])(
    'nothing, on this machine: %s:// needs no certificate',
    async (scheme) => {
      const own = authority.selfSigned('own', 'DNS:other.test');
      const { port, mails } = await catcher({
        secure: scheme === 'smtps',
        hideSTARTTLS: false,
        ...own,
      });
      const { delivery } = await failureOf(`${scheme}://localhost:${port}`);
      expect(delivery).toMatchObject({ state: 'done' });
      expect(mails).toHaveLength(1);
    },
  );
});

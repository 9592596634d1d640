import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendMail } from '../../server/desk/mail/mail.ts';
import { ada } from '../support/ada.ts';
import { startAuthority } from '../support/certificates.ts';
import { catcher, channelThat, deliverOnce, socketServer } from '../support/delivery.ts';
import { freePort } from '../support/free-port.ts';

const authority = await startAuthority();

/** Books, makes one attempt, and returns the output of `show` and the log. */
async function failureOf(url: string, limits?: Parameters<typeof sendMail>[3]) {
  const to = ['sales@example.com'];
  const siteUrl = 'https://www.example.com';
  const settings = { url, from: 'website@example.com', to, siteUrl };
  const channel = channelThat(
    ({ id }, signal) => sendMail(settings, { id, to, subject: 'Test', text: '' }, signal, limits),
    'mail',
  );
  const { delivery, lines } = await deliverOnce(channel);
  return { delivery, lines, line: lines[0] };
}

/** Another name of loopback, which no rule recognizes as this machine. */
const elsewhere = (scheme: string, port: number) => `${scheme}://0.0.0.0:${port}`;

/** Only the limit that a test waits for is short, because a slow machine would also reach the other limit. */
const silence = { connectionTimeout: 60_000, greetingTimeout: 300 };

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
  (behave: (socket: Socket) => void): Start =>
  async () =>
    `smtp://127.0.0.1:${(await socketServer(behave)).port}`;

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
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'EXTRA_CA_FILE',
      withTls('smtps', authority.selfSigned('a', 'IP:0.0.0.0')),
    ],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'EXTRA_CA_FILE', unknownAuthority],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'SMTP_URL',
      withTls('smtp', authority.issue('other', 'DNS:other.test')),
    ],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'SMTP_URL',
      async () => elsewhere('smtps', (await catcher()).port),
    ],
    ['ECONNREFUSED', 'SMTP_URL', async () => elsewhere('smtp', await freePort())],
    ['ENOTFOUND', 'SMTP_URL', async () => 'smtp://mail.company.invalid:25'],
    ['EPROTOCOL', 'SMTP_URL', answering((socket) => socket.write('HTTP/1.1 400 No\r\n\r\n'))],
    ['ECONNECTION', 'SMTP_URL', answering((socket) => socket.destroy())],
    ['SMTP 554', 'SMTP_URL', refusing('onConnect', 554, 'go away')],
    ['SMTP 535', 'SMTP_URL', refusing('onAuth', 535, 'bad password', login)],
    ['SMTP 530', 'MAIL_FROM', refusing('onMailFrom', 530, 'log in first')],
    ['SMTP 550', 'NOTIFY_EMAIL', refusing('onRcptTo', 550, 'no such box')],
    ['SMTP 450', 'greylisted', refusing('onRcptTo', 450, 'greylisted')],
    ['ETIMEDOUT', 'SMTP_URL', async () => elsewhere('smtp', (await socketServer(() => {})).port)],
  ])('%s, with %s', async (code, remedy, start) => {
    const url = await start();
    const { delivery, line, lines } = await failureOf(
      url,
      code === 'ETIMEDOUT' ? silence : undefined,
    );
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(line).toMatchObject({ code, reason: expect.any(String) });
    const error = delivery?.last_error ?? '';
    expect(error.startsWith(`${code}: ${new URL(url).host}: ${line?.reason}`)).toBe(true);
    expect(error).toContain(remedy);
    expect(JSON.stringify([error, lines])).not.toContain('hunter2');
    for (const value of Object.values(ada)) expect(JSON.stringify(lines)).not.toContain(value);
  });

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

import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { receiptChannel } from '../../server/desk/mail/receipt.ts';
import { ada } from '../support/ada.ts';
import { startAuthority } from '../support/certificates.ts';
import { catcher, deliverOnce, mailTo, plainConfig } from '../support/delivery.ts';
import { freePort, listen } from '../support/free-port.ts';

const authority = await startAuthority();

/** Starts a server, and returns an SMTP_URL that fails there. */
type Start = () => Promise<string>;

/** Another name of loopback, which no rule recognizes as this machine. */
const elsewhere = (scheme: string, port: number) => `${scheme}://0.0.0.0:${port}`;

const withTls =
  (scheme: string, certificate: object): Start =>
  async () => {
    const secure = scheme === 'smtps';
    const { port } = await catcher({ secure, hideSTARTTLS: false, ...certificate });
    return elsewhere(scheme, port);
  };

/** A server that answers so at this step. */
const refusing =
  (on: string, responseCode: number, answer = 'no', login = ''): Start =>
  async () => {
    const { port } = await catcher({
      allowInsecureAuth: true,
      [on]: (...args: unknown[]) => {
        const done = args.at(-1);
        if (typeof done === 'function') done(Object.assign(new Error(answer), { responseCode }));
      },
    });
    return `smtp://${login}127.0.0.1:${port}`;
  };

/** A server that answers STARTTLS with a transient failure. */
const withoutTls: Start = async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).write('220 ready\r\n');
    socket.on('data', (line) =>
      socket.write(/^EHLO/.test(String(line)) ? '250 STARTTLS\r\n' : '454 later\r\n'),
    );
  });
  onTestFinished(() => void server.close());
  return `smtp://outbox:hunter2@0.0.0.0:${await listen(server)}`;
};

describe('an email that fails has a code for its cause, and names the setting to correct:', () => {
  const ownCertificate = authority.selfSigned('own', 'IP:0.0.0.0');
  const expired = authority.issue('expired', 'IP:0.0.0.0', -1);
  const unknownAuthority = authority.issue('unknown', 'IP:0.0.0.0');

  test.each<[code: string, remedy: string, start: Start]>([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'EXTRA_CA_FILE', withTls('smtps', ownCertificate)],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'EXTRA_CA_FILE', withTls('smtp', unknownAuthority)],
    ['ECONNREFUSED', 'SMTP_URL', async () => elsewhere('smtp', await freePort())],
    ['CERT_HAS_EXPIRED', 'clock', withTls('smtps', expired)],
    ['ETLS', 'smtps://', withoutTls],
    ['SMTP 554', 'SMTP_URL', refusing('onConnect', 554)],
    ['SMTP 535', 'SMTP_URL', refusing('onAuth', 535, 'no', 'outbox:hunter2@')],
    ['SMTP 550', 'MAIL_FROM', refusing('onMailFrom', 550)],
    ['SMTP 530', 'smtps://', refusing('onMailFrom', 530, 'Must issue a STARTTLS command first')],
    ['SMTP 550', 'NOTIFY_EMAIL', refusing('onRcptTo', 550, 'No <bob@company.com>')],
    ['SMTP 454', 'SMTP_URL', refusing('onRcptTo', 454, 'Relay access denied')],
    ['SMTP 450', 'MAIL_FROM', refusing('onRcptTo', 450, 'Sender address rejected')],
    ['SMTP 450', 'retried', refusing('onRcptTo', 450)],
  ])('%s, with %s', async (code, remedy, start) => {
    const url = await start();
    const { delivery, lines } = await deliverOnce(mailTo(url));
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(lines[0]).toMatchObject({ code });
    const error = delivery?.last_error ?? '';
    expect(error.startsWith(`${code}: ${new URL(url).host}: ${lines[0]?.reason ?? ''}`)).toBe(true);
    expect(error).toContain(remedy);
    expect(JSON.stringify([error, lines])).not.toContain('hunter2');
    for (const value of ['bob@company.com', ...Object.values(ada)])
      expect(JSON.stringify(lines)).not.toContain(value);
  });

  test.each<[state: 'pending' | 'dead', on: string, code: number, answer?: string]>([
    ['dead', 'onRcptTo', 550],
    ['dead', 'onData', 554],
    ['pending', 'onConnect', 554],
    ['pending', 'onAuth', 535],
    ['pending', 'onMailFrom', 550],
    ['pending', 'onRcptTo', 450],
    ['pending', 'onRcptTo', 503],
    ['pending', 'onRcptTo', 554, 'Relay access denied'],
    ['pending', 'onData', 451],
  ])('a receipt is %s after %s with %s %s', async (state, on, code, answer = 'no') => {
    const url = await refusing(on, code, answer, on === 'onAuth' ? 'outbox:hunter2@' : '')();
    const settings = { url, from: 'website@example.com', to: [], siteUrl: 'https://example.com' };
    const { delivery } = await deliverOnce(receiptChannel(settings, plainConfig));
    expect(delivery).toMatchObject({ state, attempts: 1 });
    expect(delivery?.last_error).toContain(`SMTP ${code}`);
  });

  test.each(['smtp', 'smtps'])(
    'none on this machine, where %s:// needs no certificate',
    async (scheme) => {
      const own = authority.selfSigned('other', 'DNS:other.test');
      const url = new URL(await withTls(scheme, own)());
      url.hostname = 'localhost';
      expect((await deliverOnce(mailTo(url.href))).delivery).toMatchObject({ state: 'done' });
    },
  );
});

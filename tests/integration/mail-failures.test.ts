import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { startAuthority } from '../support/certificates.ts';
import { catcher, deliverOnce, mailTo } from '../support/delivery.ts';
import { freePort } from '../support/free-port.ts';

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

const refusing =
  (on: string, responseCode: number, login = ''): Start =>
  async () => {
    const { port } = await catcher({
      allowInsecureAuth: true,
      [on]: (...args: unknown[]) => {
        const done = args.at(-1);
        if (typeof done === 'function') done(Object.assign(new Error('no'), { responseCode }));
      },
    });
    return `smtp://${login}127.0.0.1:${port}`;
  };

describe('an email that fails has a code for its cause, and names the setting to correct:', () => {
  const ownCertificate = authority.selfSigned('own', 'IP:0.0.0.0');
  const unknownAuthority = authority.issue('unknown', 'IP:0.0.0.0');

  test.each<[code: string, remedy: string, start: Start]>([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'EXTRA_CA_FILE', withTls('smtps', ownCertificate)],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'EXTRA_CA_FILE', withTls('smtp', unknownAuthority)],
    ['ECONNREFUSED', 'SMTP_URL', async () => elsewhere('smtp', await freePort())],
    ['SMTP 554', 'SMTP_URL', refusing('onConnect', 554)],
    ['SMTP 535', 'SMTP_URL', refusing('onAuth', 535, 'outbox:hunter2@')],
    ['SMTP 530', 'MAIL_FROM', refusing('onMailFrom', 530)],
    ['SMTP 550', 'NOTIFY_EMAIL', refusing('onRcptTo', 550)],
    ['SMTP 450', 'retries', refusing('onRcptTo', 450)],
  ])('%s, with %s', async (code, remedy, start) => {
    const url = await start();
    const { delivery, lines } = await deliverOnce(mailTo(url));
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(lines[0]).toMatchObject({ code, reason: expect.any(String) });
    const error = delivery?.last_error ?? '';
    expect(error.startsWith(`${code}: ${new URL(url).host}: ${lines[0]?.reason}`)).toBe(true);
    expect(error).toContain(remedy);
    expect(JSON.stringify([error, lines])).not.toContain('hunter2');
    for (const value of Object.values(ada)) expect(JSON.stringify(lines)).not.toContain(value);
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

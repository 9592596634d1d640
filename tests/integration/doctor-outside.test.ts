import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { loadForm } from '../../server/desk/cli/rehearse-form.ts';
import { settingsWarnings } from '../../server/desk/trouble.ts';
import { bookingsFolder, bookingsProcess, doctor } from '../support/bookings-command.ts';
import { startAuthority } from '../support/certificates.ts';
import { hookSettings, mailSettings, receiver } from '../support/delivery.ts';
import { freePort } from '../support/free-port.ts';

const authority = await startAuthority();

async function site(...started: Parameters<typeof receiver>) {
  const { protocol, port } = new URL((await receiver(...started)).url);
  return `${protocol}//localhost:${port}`;
}

/** The findings of a doctor that trusts the authority. */
async function findingsOf(SITE_URL: string): Promise<unknown> {
  const settings = { SITE_URL, NODE_EXTRA_CA_CERTS: authority.file };
  const { stdout } = await bookingsProcess(['doctor', '--json'], await bookingsFolder(), settings);
  return JSON.parse(stdout);
}

test('rehearse reads an endless page up to a limit', async () => {
  const siteUrl = await site((_, response) => {
    const send = () => {
      while (response.write('a'.repeat(65_536)));
    };
    response.on('drain', send);
    send();
  });
  const config = checkConfig({ SITE_URL: siteUrl }, '/');
  await expect(loadForm(config)).rejects.toThrow('HTTP 200');
});

describe('doctor', () => {
  test.each([
    [200, 'site', 'ok'],
    [502, 'site-fails', 'wrong'],
    [301, 'site-redirects', 'warning'],
  ])('asks SITE_URL, which answers %i', async (status, code, state) => {
    const headers = status === 301 ? { Location: 'https://www.example.com/' } : {};
    const SITE_URL = await site((_, response) => response.writeHead(status, headers).end());
    const { findings } = await doctor(await bookingsFolder(), { SITE_URL });
    expect(findings).toContainEqual(expect.objectContaining({ code, state }));
  });

  test.each([
    [60, 'certificate', 'ok'],
    [10, 'certificate-ends', 'warning'],
    [2, 'certificate-ends', 'wrong'],
  ])('reports a certificate that expires in %i days', async (days, code, state) => {
    const url = await site(undefined, authority.issue('site', 'DNS:localhost', days));
    expect(await findingsOf(url)).toContainEqual(expect.objectContaining({ code, state }));
  });

  test('exits with 1 for a certificate that browsers refuse, but not for an unreachable site', async () => {
    const SITE_URL = await site(undefined, authority.issue('site', 'DNS:localhost'));
    const refused = await doctor(await bookingsFolder(), { SITE_URL });
    expect(refused).toMatchObject({ code: 1, wrong: ['certificate-refused'] });
    const closed = { SITE_URL: `http://localhost:${await freePort()}` };
    const unreached = await doctor(await bookingsFolder(), closed);
    expect(unreached.code).toBe(0);
    expect(unreached.warning).toContain('site-unreachable');
  });

  test.each<[string, boolean, Record<string, string>]>([
    ['a webhook by http', true, hookSettings('http://crm.company.com/hook')],
    ['a chat by http', true, { CHAT_URL: 'ntfy+http://chat.company.com/topic' }],
    ['a webhook on this machine', false, hookSettings('http://localhost:8/hook')],
    ['mail by smtp without a password', true, mailSettings('smtp://mail.company.com')],
    ['mail with a password', false, mailSettings('smtp://user:key@mail.company.com')],
    ['mail by smtps', false, mailSettings('smtps://mail.company.com')],
    ['mail on this machine', false, mailSettings('smtp://127.0.0.1:8')],
  ])('and the start of the server warn of %s: %s', (_, isPlain, settings) => {
    const codes = settingsWarnings(checkConfig(settings, '/')).map(({ code }) => code);
    expect(codes.includes('channel-unencrypted')).toBe(isPlain);
  });
});

import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { ada } from '../support/ada.ts';
import { startAuthority } from '../support/certificates.ts';
import { hour, mailTo, openDeliveryStore } from '../support/delivery.ts';
import { closeServer, freePort, listen } from '../support/free-port.ts';

const authority = await startAuthority();
const certificate = authority.issue('service', 'IP:127.0.0.1');
setDefaultCACertificates([...getCACertificates(), readFileSync(authority.file, 'utf8')]);

/** A service over HTTPS that gives these answers, one after the other; the last one again and again. */
async function startService(...answers: [status: number, body: string][]) {
  const requests: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(certificate, async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const [status, text] =
      answers[Math.min(requests.push({ request, body }), answers.length) - 1] ?? [];
    // Without an answer it hangs up with the mail in its hands.
    if (status === undefined) request.socket.destroy();
    else response.writeHead(status, { Connection: 'close', Location: '/elsewhere' }).end(text);
  });
  onTestFinished(() => closeServer(server));
  return { host: `127.0.0.1:${await listen(server)}`, requests };
}

/** The address of a service, with the key `s3cret`. */
const addresses = {
  resend: (host: string) => `resend://s3cret@${host}`,
  postmark: (host: string) => `postmark://s3cret@${host}`,
  mailgun: (host: string) => `mailgun://s3cret@${host}/mg.example.com`,
};

/** Books, tries once, and returns what became of it. */
async function mailOnce(url: string) {
  const opened = await openDeliveryStore(mailTo(url));
  await opened.store.insertBookings([ada]);
  await opened.worker().deliverDue();
  const [delivery] = (await opened.store.findLead(1))?.deliveries ?? [];
  expect(JSON.stringify([delivery, opened.lines])).not.toContain('s3cret');
  for (const value of Object.values(ada)) expect(JSON.stringify(opened.lines)).not.toContain(value);
  return { ...opened, delivery };
}

const from = `"${brand.name}" <website@example.com>`;
const subject = 'Call request from Ada Lovelace, Analytical Engines';

describe('mail by HTTP, as the documentation of the service has it:', () => {
  test('Resend', async () => {
    const { host, requests } = await startService([200, '{"id":"49a3999c"}']);
    const { delivery, store, worker } = await mailOnce(addresses.resend(host));
    expect(delivery?.state).toBe('done');
    const [{ request, body } = {}] = requests;
    expect([request?.method, request?.url]).toEqual(['POST', '/emails']);
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer s3cret',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(`^${delivery?.id}/`),
    });
    expect(JSON.parse(body ?? '')).toEqual({
      ...{ from, to: 'sales@example.com', reply_to: ada.email, subject },
      text: expect.stringContaining(ada.company_name),
      html: expect.stringContaining(ada.company_name),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    // The same mail has the same key; one that says more has another, which Resend would refuse.
    const again = async () => {
      await store.replayDeliveries({ bookings: [1] });
      await worker().deliverDue();
      return requests.at(-1)?.request.headers['idempotency-key'];
    };
    const key = request?.headers['idempotency-key'];
    expect(await again()).toBe(key);
    await store.insertBookings([{ ...ada, name: 'Eve', spam_signals: ['honeypot'] }]);
    expect(await again()).not.toBe(key);
    expect(requests).toHaveLength(3);
  });

  test('Postmark', async () => {
    const { host, requests } = await startService([200, '{"ErrorCode":0,"Message":"OK"}']);
    const { delivery } = await mailOnce(addresses.postmark(host));
    expect(delivery?.state).toBe('done');
    const [{ request, body } = {}] = requests;
    expect([request?.method, request?.url]).toEqual(['POST', '/email']);
    expect(request?.headers).toMatchObject({
      ...{ accept: 'application/json', 'content-type': 'application/json' },
      'x-postmark-server-token': 's3cret',
    });
    expect(JSON.parse(body ?? '')).toEqual({
      ...{ From: from, To: 'sales@example.com', ReplyTo: ada.email, Subject: subject },
      TextBody: expect.stringContaining(ada.company_name),
      HtmlBody: expect.stringContaining(ada.company_name),
      Headers: [
        { Name: 'Auto-Submitted', Value: 'auto-generated' },
        { Name: 'Message-ID', Value: `<${delivery?.id}@example.com>` },
        { Name: 'X-PM-KeepID', Value: 'true' },
      ],
    });
  });

  test('Mailgun', async () => {
    const { host, requests } = await startService([200, '{"message":"Queued. Thank you."}']);
    const { delivery } = await mailOnce(addresses.mailgun(host));
    expect(delivery?.state).toBe('done');
    const [{ request, body } = {}] = requests;
    expect([request?.method, request?.url]).toEqual(['POST', '/v3/mg.example.com/messages']);
    const basic = Buffer.from('api:s3cret').toString('base64');
    expect(request?.headers.authorization).toBe(`Basic ${basic}`);
    const type = { 'Content-Type': request?.headers['content-type'] ?? '' };
    const fields = await new Response(body ?? '', { headers: type }).formData();
    expect(Object.fromEntries(fields)).toEqual({
      ...{ from, to: 'sales@example.com', subject },
      text: expect.stringContaining(ada.company_name),
      html: expect.stringContaining(ada.company_name),
      'h:Message-Id': `<${delivery?.id}@example.com>`,
      'h:Auto-Submitted': 'auto-generated',
      'h:Reply-To': ada.email,
    });
  });
});

describe('a refusal of the service is told by its cause and the setting that mends it:', () => {
  const postmark = (code: number, message: string) =>
    JSON.stringify({ ErrorCode: code, Message: message });
  const resend = (name: string, message = 'No.') => JSON.stringify({ name, message });

  test.each<[keyof typeof addresses, number, string, string, string]>([
    ['resend', 401, resend('missing_api_key'), 'LOGIN_REFUSED', 'MAIL_URL'],
    ['resend', 403, resend('invalid_api_key'), 'LOGIN_REFUSED', 'MAIL_URL'],
    ['resend', 403, resend('validation_error', 'verify a domain'), 'SENDER_REFUSED', 'MAIL_FROM'],
    ['resend', 422, resend('invalid_from_address'), 'SENDER_REFUSED', 'MAIL_FROM'],
    ['resend', 409, resend('concurrent_idempotent_requests'), 'LATER', 'by itself'],
    ['resend', 429, resend('daily_quota_exceeded'), 'LATER', 'by itself'],
    ['resend', 500, resend('application_error'), 'LATER', 'by itself'],
    ['resend', 404, resend('not_found'), 'WRONG_ADDRESS', 'MAIL_URL'],
    ['resend', 307, '', 'WRONG_ADDRESS', 'MAIL_URL'],
    ['postmark', 401, postmark(10, 'Bad or missing API token'), 'LOGIN_REFUSED', 'MAIL_URL'],
    ['postmark', 422, postmark(400, 'Sender signature not found'), 'SENDER_REFUSED', 'MAIL_FROM'],
    ['postmark', 422, postmark(300, "Invalid 'From' address"), 'SENDER_REFUSED', 'MAIL_FROM'],
    ['postmark', 422, postmark(406, 'Inactive recipient'), 'RECIPIENT_REFUSED', 'NOTIFY_EMAIL'],
    ['postmark', 422, postmark(405, 'Not allowed to send'), 'ACCOUNT_REFUSED', 'account'],
    ['postmark', 503, postmark(100, 'Maintenance'), 'LATER', 'by itself'],
    ['mailgun', 401, 'Forbidden', 'LOGIN_REFUSED', 'MAIL_URL'],
    ['mailgun', 404, '{"message":"Domain not found"}', 'WRONG_ADDRESS', 'MAIL_URL'],
    ['mailgun', 429, '{"message":"Too many requests"}', 'LATER', 'by itself'],
  ])('%s, %i %s: %s, with %s', async (service, status, body, code, remedy) => {
    const { host, requests } = await startService([status, body]);
    const { delivery, lines, store } = await mailOnce(addresses[service](host));
    expect(delivery?.last_error).toMatch(new RegExp(`^${code}: ${host} .*${remedy}`));
    expect(delivery?.last_error).toContain(`It says: HTTP ${status} ${body}`.trim());
    expect(lines).toContainEqual(expect.objectContaining({ code }));
    // All mails wait, since all would be refused alike.
    expect(await store.retryUnavailable('mail:sales@example.com', 9)).toBe(1);
    expect(requests).toHaveLength(1);
  });

  test.each<[keyof typeof addresses, number, string]>([
    ['resend', 422, resend('validation_error', 'Invalid `reply_to` field')],
    ['postmark', 422, postmark(300, "Error parsing 'ReplyTo'")],
    ['mailgun', 400, '{"message":"h:Reply-To parameter is not a valid address"}'],
  ])('%s, %i %s: this mail alone waits', async (service, status, body) => {
    const { host } = await startService([status, body]);
    const { delivery, store } = await mailOnce(addresses[service](host));
    expect(delivery?.last_error).toMatch(/^MAIL_REFUSED: /);
    expect(await store.retryUnavailable('mail:sales@example.com', 9)).toBe(0);
  });

  test('one that has the mail and hangs up gets it again after an hour', async () => {
    const { host, requests } = await startService();
    const { delivery, now } = await mailOnce(addresses.postmark(host));
    expect(requests).toHaveLength(1);
    expect(delivery?.last_error).toMatch(/^UNKNOWN: /);
    expect(Date.parse(delivery?.next_at ?? '')).toBe(now() + hour);
  });

  test.each([
    ['PORT_CLOSED', async () => `127.0.0.1:${await freePort()}`],
    ['NAME_NOT_FOUND', async () => 'api.company.invalid'],
    ['CERT_NAME', async () => (await startService()).host.replace('127.0.0.1', 'localhost')],
  ])('%s, and nothing is sent', async (code, startHost) => {
    const { delivery } = await mailOnce(addresses.mailgun(await startHost()));
    expect(delivery?.last_error).toMatch(new RegExp(`^${code}: .*MAIL_URL`));
  });
});

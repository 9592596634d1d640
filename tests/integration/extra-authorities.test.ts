import { createServer } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { bookingsFolder, bookingsProcess } from '../support/bookings-command.ts';
import { startAuthority } from '../support/certificates.ts';
import { catcher, mailSettings } from '../support/delivery.ts';
import { closeServer, listen } from '../support/free-port.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

test('EXTRA_CA_FILE lets mail and webhook trust a private authority; without it doctor and show say what to do', async () => {
  const authority = await startAuthority();
  const certificate = authority.issue('both', 'IP:0.0.0.0,IP:127.0.0.1');
  const { port, mails } = await catcher({ secure: true, ...certificate });
  const receiver = createServer(certificate, (request, response) => {
    request.resume();
    response.writeHead(204, { Connection: 'close' }).end();
  });
  onTestFinished(() => closeServer(receiver));
  const settings = {
    // Loopback, but by an address that no rule knows as this machine.
    ...mailSettings(`smtps://0.0.0.0:${port}`),
    NOTIFY_EMAIL: 'sales@company.com',
    WEBHOOK_URL: `https://127.0.0.1:${await listen(receiver)}`,
    WEBHOOK_SECRET: webhookSecret,
  };
  const folder = await bookingsFolder([ada], { channels: ['mail'] });

  const refused = await bookingsProcess(['doctor', '--send-test'], folder, settings);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toMatch(
    /^wrong +test-failed +by mail\S* CERT_AUTHORITY: .*EXTRA_CA_FILE/m,
  );
  expect(refused.stdout).toMatch(
    /^wrong +test-failed +by webhook: CERT_AUTHORITY: .*EXTRA_CA_FILE/m,
  );
  const once = await bookingsProcess(['deliver', '--once'], folder, settings);
  const [line] = once.stdout.split('\n').filter((text) => /mail:.*CERT_AUTHORITY/.test(text));
  const { reason, debug } = JSON.parse(line ?? '{}');
  expect(debug).toContain('unable to verify');
  const shown = await bookingsProcess(['show', '1'], folder, settings);
  expect(shown.stdout).toMatch(new RegExp(`^Last error +CERT_AUTHORITY: ${reason}$`, 'm'));
  expect(mails).toEqual([]);

  const trusting = { ...settings, EXTRA_CA_FILE: authority.file };
  const { stdout } = await bookingsProcess(['doctor', '--send-test'], folder, trusting);
  expect(stdout).toMatch(/^ok +test +mail:sales@company\.com accepted/m);
  expect(stdout).toMatch(/^ok +test +webhook accepted/m);
  expect(mails).toHaveLength(1);
});

import { createServer } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { bookingsFolder, bookingsProcess, printedJson } from '../support/bookings-command.ts';
import { startAuthority } from '../support/certificates.ts';
import { catcher, hookSettings, mailSettings } from '../support/delivery.ts';
import { closeServer, listen } from '../support/free-port.ts';
import { booking } from '../support/new-bookings.ts';

test('EXTRA_CA_FILE lets mail and webhook trust a private authority; without it doctor and show name the setting', async () => {
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
    ...hookSettings(`https://127.0.0.1:${await listen(receiver)}`),
  };
  const folder = await bookingsFolder([booking()]);
  const sendTest = async (more: Record<string, string> = {}) => {
    const args = ['doctor', '--send-test', '--json'];
    const { stdout } = await bookingsProcess(args, folder, { ...settings, ...more });
    return JSON.parse(stdout);
  };
  const refused = await sendTest();
  const trusting = await sendTest({ EXTRA_CA_FILE: authority.file });
  for (const channel of ['mail', 'webhook']) {
    const text = expect.stringMatching(/CERT_AUTHORITY: .*EXTRA_CA_FILE/);
    expect(refused).toContainEqual({ code: 'test-failed', state: 'wrong', channel, text });
    expect(trusting).toContainEqual(
      expect.objectContaining({ code: 'test', state: 'ok', channel }),
    );
  }
  expect(mails).toHaveLength(1);

  const once = await bookingsProcess(['deliver', '--once'], folder, settings);
  const lines = once.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { reason, debug } = lines.find(({ channel }) => channel === 'mail');
  expect(debug).toContain('unable to verify');
  const { deliveries } = await printedJson(['show', '1'], folder);
  expect(deliveries[0]).toMatchObject({ last_error: `CERT_AUTHORITY: ${reason}` });
  expect(mails).toHaveLength(1);
});

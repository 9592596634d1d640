import { expect, test } from 'vitest';
import {
  bookingsCommand,
  bookingsFolder,
  bookingsProcess,
  doctor,
  printedJson,
} from '../support/bookings-command.ts';
import { startAuthority } from '../support/certificates.ts';
import { catcher, hookSettings, mailSettings, receiver } from '../support/delivery.ts';
import { booking } from '../support/new-bookings.ts';

test('with EXTRA_CA_FILE, mail and webhook trust a private authority; without it, doctor and show name the setting', async () => {
  const authority = await startAuthority();
  const certificate = authority.issue('both', 'IP:0.0.0.0,IP:127.0.0.1');
  const { port, mails } = await catcher({ secure: true, ...certificate });
  const { url } = await receiver(undefined, certificate);
  const settings = {
    // Loopback, by an address that no rule recognizes as this machine.
    ...mailSettings(`smtps://0.0.0.0:${port}`),
    NOTIFY_EMAIL: 'sales@company.com',
    ...hookSettings(url),
  };
  const folder = await bookingsFolder([booking()]);
  const { findings: refused } = await doctor(folder, settings, '--send-test');
  const args = ['doctor', '--send-test', '--json'];
  const extra = { ...settings, EXTRA_CA_FILE: authority.file };
  const trusting = JSON.parse((await bookingsProcess(args, folder, extra)).stdout);
  for (const channel of ['mail', 'webhook']) {
    const text = expect.stringContaining('UNABLE_TO_VERIFY_LEAF_SIGNATURE: ');
    expect(refused).toContainEqual({ code: 'test-failed', state: 'wrong', channel, text });
    expect(trusting).toContainEqual(
      expect.objectContaining({ code: 'test', state: 'ok', channel }),
    );
  }
  expect(mails).toHaveLength(1);
  await bookingsCommand(['deliver', '--once'], folder, { ...settings, LOG_LEVEL: 'silent' });
  const { deliveries } = await printedJson(['show', '1'], folder);
  for (const part of ['UNABLE_TO_VERIFY_LEAF_SIGNATURE: ', 'EXTRA_CA_FILE'])
    expect(deliveries[0].last_error).toContain(part);
});

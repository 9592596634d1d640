import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { newRehearsal } from '../../server/desk/rehearsal.ts';
import { insertBookings } from '../../server/store/bookings.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { findSecret } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { passOn } from '../support/bare-request.ts';
import { closeServer, listen } from '../support/free-port.ts';
import { startMailCatcher } from '../support/mail-catcher.ts';
import { startProgram } from '../support/program.ts';
import { startWebhookReceiver, webhookSecret } from '../support/webhook-receiver.ts';

test('./lodemark rehearse sends a request, follows the lead to the provider, names a broken stage, and always erases the lead', async () => {
  await using ends = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-rehearse-'));
  ends.defer(() => rm(folder, { recursive: true }));
  const mail = await startMailCatcher();
  ends.defer(mail.close);
  const hooks = await startWebhookReceiver();
  ends.defer(hooks.close);
  const settings = {
    DATA_DIR: path.join(folder, 'data'),
    TMPDIR: folder,
    RATE_LIMIT_REQUESTS: '0',
    SMTP_URL: mail.url,
    MAIL_FROM: 'website@example.com',
    NOTIFY_EMAIL: 'sales@example.com',
    WEBHOOK_URL: hooks.url,
    WEBHOOK_SECRET: webhookSecret,
    RECEIPTS: 'true',
    CONTACT_WITHIN: '1m',
  };
  const store = await openSqlite({ folder: settings.DATA_DIR, now: () => Date.UTC(2026, 0, 1) });
  await insertBookings(store, [{ ...ada, spam_signals: [] }]);
  // A rehearsal that was killed.
  await insertBookings(store, [{ ...newRehearsal(await findSecret(store)), spam_signals: [] }]);
  await changeLeads(store, [{ id: 1 }, { id: 2 }], { who: 'cli', state: 'closed' });
  await store.close();
  const server = await startProgram(settings);
  ends.defer(server.stop);
  const command = (args: readonly string[], SITE_URL = server.url) => {
    const env = { PATH: process.env.PATH, ...settings, SITE_URL };
    return spawn(process.execPath, ['server/cli/lodemark.ts', ...args], { env });
  };
  const inDatabase = (sql: string) => {
    // The server and the rehearsal also write.
    const options = { timeout: 60_000 };
    using database = new DatabaseSync(path.join(settings.DATA_DIR, 'bookings.db'), options);
    return database.prepare(sql).all();
  };
  /** The names of the broken stages. Asserts that nothing of the rehearsal is left. */
  const rehearse = async (site?: string, run = command(['rehearse'], site)) => {
    const printed = await text(run.stdout);
    expect(printed).toMatch(/^ok +erase/m);
    expect(inDatabase('SELECT email FROM booking_requests')).toEqual([{ email: ada.email }]);
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('rehearsal'));
    return [...printed.matchAll(/^wrong +(\w+)/gm)].map(([, stage = '']) => stage);
  };
  const backup = path.join(folder, 'backup.db');
  await text(command(['backup', backup]).stdout);

  expect(await rehearse()).toEqual([]);
  // The email has no link and no deadline, and no receipt is sent.
  expect(mail.mails).toMatchObject([{ to: [{ address: 'sales@example.com' }] }]);
  expect(mail.mails[0]?.subject).toContain('Test');
  expect(mail.mails[0]?.text).not.toMatch(/\/m\/|Contact by/);
  expect(hooks.hooks).toMatchObject([{ event: { type: 'booking.test' } }]);

  await using proxy = await startProxy(server.url);
  proxy.refuses = true;
  expect(await rehearse(proxy.url)).toEqual(['request']);
  proxy.refuses = false;
  proxy.key = 'an-earlier-key';
  expect(await rehearse(proxy.url)).toEqual(['key']);

  hooks.status = 403;
  await truncate(backup, 10_000);
  expect(await rehearse()).toEqual(['webhook', 'backup']);

  const { promise, resolve } = Promise.withResolvers<void>();
  hooks.answering = promise;
  hooks.hooks.length = 0;
  const interrupted = command(['rehearse']);
  await expect.poll(() => hooks.hooks).toHaveLength(1);
  // As another data interface leaves the lead until it is dispatched.
  inDatabase("UPDATE booking_requests SET search_text = ''");
  interrupted.kill('SIGINT');
  await rehearse('', interrupted);
  resolve();
});

/** A proxy in front of the server. The test can let it refuse posts, and change the key of its page. */
async function startProxy(target: string) {
  const proxy = { refuses: false, key: 'public-client-key' };
  const server = createServer((request, response) => {
    request.headers['accept-encoding'] = 'identity';
    if (request.method === 'POST' && proxy.refuses) response.writeHead(405).end();
    else
      passOn(request, response, target + request.url, async (answer) => {
        const { 'content-length': _, ...headers } = answer.headers;
        const html = (await text(answer)).replaceAll('public-client-key', proxy.key);
        response.writeHead(answer.statusCode ?? 502, headers).end(html);
      });
  });
  return Object.assign(proxy, {
    url: `http://localhost:${await listen(server)}`,
    [Symbol.asyncDispose]: () => closeServer(server),
  });
}

// npm run demo: runs the site with an inbox, a mail catcher and thirty invented leads, on a temporary
// database.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApplication } from '../../server/app.ts';
import { reportError, stopOnSignalOrFault } from '../../server/command-line.ts';
import { ConfigError, checkConfig, readConfig, root } from '../../server/config/config.ts';
import { createInboxLink } from '../../server/desk/cli/inbox-link.ts';
import { openLog } from '../../server/log.ts';
import { freePort } from '../support/free-port.ts';
import { startMailCatcher } from '../support/mail-catcher.ts';
import { serveMails } from './mail-page.ts';
import { serveMarked } from './marked-pages.ts';
import { fillSeason, users } from './season.ts';

await start().catch((error) => process.exit(reportError(error)));

async function start(): Promise<void> {
  const { publicUrl, port } = readConfig();
  if (publicUrl)
    throw new ConfigError(
      'SITE_URL is set, so this folder belongs to a real site. Run the demo on another machine, or unset SITE_URL.',
    );
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-demo-'));
  const catcher = await startMailCatcher();
  const inner = await freePort();
  const settings = {
    ...settingsOf(port, folder, catcher.url),
    HOST: '127.0.0.1',
    PORT: `${inner}`,
  };
  const config = checkConfig(settings, root);
  await fillSeason(folder, config.calendar);
  const log = openLog('warn');
  const [application, mails] = await Promise.all([
    createApplication(config, { log }),
    serveMails(catcher),
  ]);
  const parts: { close(): Promise<void> }[] = [application, mails, catcher];
  const stop = async () => {
    await Promise.all(parts.map((part) => part.close()));
    await rm(folder, { recursive: true });
  };
  stopOnSignalOrFault(log, stop);
  try {
    await application.listen();
    parts.push(await serveMarked(port, `http://127.0.0.1:${inner}`));
  } catch (error) {
    await stop();
    throw error;
  }
  const link = await createInboxLink(application.store, config.siteUrl, users[0]);
  process.stdout.write(`
DEMO. All people, companies and emails are invented. Everything is deleted when you press Ctrl+C.

  The site        ${config.siteUrl}
  The inbox       ${link}
                  This link works once, for ten minutes. Later, sign in as ${users[0]}:
                  the email with the new link arrives on the next page.
  Caught emails   ${mails.url}

`);
}

/** The demo ignores the operator's own settings, except the port. */
function settingsOf(port: number, folder: string, smtpUrl: string) {
  return {
    PORT: String(port),
    // With this setting the emails have links.
    SITE_URL: `http://localhost:${port}`,
    DATA_DIR: folder,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'demo-website@provider.example',
    NOTIFY_EMAIL: users.join(','),
    INBOX_USERS: users.join(','),
    REPORT_EMAIL: users[0],
    CONTACT_WITHIN: '1d',
    OPENING_HOURS: 'Mo-Fr 09:00-17:00',
    TIME_ZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

import { createHmac } from 'node:crypto';
import { isForeign } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, warning } from '../../findings.ts';
import { findSecret, findTime, findTimestamp, remember, type Store } from '../../store/store.ts';
import { formatMoment } from '../leads/times.ts';
import { type LinkContext, type LinkPage, linkToken, type MailLink } from './links.ts';
import type { MailSettings } from './mail.ts';

/**
 * Identifies the email settings by 64 bits of HMAC-SHA256. A plain hash could reveal the password in SMTP_URL,
 * because the mark is stored and sent in a link.
 */
async function markOf({ url, from, to }: MailSettings, store: Store): Promise<string> {
  const text = `mail settings ${JSON.stringify([url, from, to])}`;
  const secret = await findSecret(store);
  return createHmac('sha256', secret).update(text).digest('hex').slice(0, 16);
}

const nameOf = (mark: string) => `mail confirmed ${mark}`;

/** Undefined if email is not set, or if SITE_URL may be a static host, which cannot serve `/m/TOKEN`. */
function confirmableMail({
  mail,
  siteUrlIsSet,
  inboxUsers,
  backendUrl,
}: Config): MailSettings | undefined {
  return siteUrlIsSet && (inboxUsers || !isForeign(backendUrl)) ? mail : undefined;
}

/** The page where a person confirms that a test email, sent now, arrived. Undefined if there is no page. */
export async function confirmationUrl(config: Config, store: Store): Promise<string | undefined> {
  const mail = confirmableMail(config);
  if (mail === undefined) return undefined;
  const now = await findTime(store);
  const sent = { id: 0, created_at: new Date(now).toISOString() };
  const action = `confirm-${await markOf(mail, store)}` as const;
  const token = linkToken(await findSecret(store), action, sent, now);
  return `${config.siteUrl}/m/${token}`;
}

/** Refuses a test that was sent with earlier settings: it proves nothing about the current ones. */
export async function openConfirmation(
  { action, createdAt }: MailLink,
  { config: { mail, calendar }, store }: LinkContext,
): Promise<LinkPage> {
  const mark = mail && (await markOf(mail, store));
  if (mark === undefined || action !== `confirm-${mark}`)
    return {
      status: 410,
      title: 'The email settings have changed since this test. Send a new test.',
    };
  const at = await findTimestamp(store, nameOf(mark));
  if (at !== undefined && at >= createdAt)
    return { title: `Confirmed on ${formatMoment(at, calendar.timeZone)}.` };
  const press = () => store.write((db) => remember(store, db, nameOf(mark)));
  return { title: 'Did the test email arrive?', button: { name: 'Yes, it arrived', press } };
}

/** Reports whether a person has confirmed that email arrives with the current settings. */
export async function confirmationFindings(config: Config, store: Store): Promise<Finding[]> {
  const mail = confirmableMail(config);
  if (mail === undefined) return [];
  const at = await findTimestamp(store, nameOf(await markOf(mail, store)));
  const to = mail.to.join(', ');
  if (at !== undefined)
    return [ok('mail-confirmed', `email to ${to} was confirmed on ${at.slice(0, 10)}`)];
  const text = `no one has confirmed that email to ${to} arrives. doctor --send-test sends a test with a link to confirm it`;
  return [warning('mail-unconfirmed', text)];
}

import { createHmac } from 'node:crypto';
import { isForeign } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, warning } from '../../findings.ts';
import { findSecret, findTime, findTimestamp, remember, type Store } from '../../store/store.ts';
import { linkToken } from './links.ts';

type Mail = NonNullable<Config['mail']>;

/**
 * Names the settings by which an email reaches the provider: 64 bits of HMAC-SHA256. It is keyed, since it is
 * stored and in a link, and SMTP_URL has a password.
 */
async function markOf({ url, from, to }: Mail, store: Store): Promise<string> {
  const text = `mail settings ${JSON.stringify([url, from, to])}`;
  const secret = await findSecret(store);
  return createHmac('sha256', secret).update(text).digest('hex').slice(0, 16);
}

const nameOf = (mark: string) => `mail confirmed ${mark}`;

/** Undefined also if SITE_URL may be a static host, which has no pages behind links. */
function confirmableMail({ mail, siteUrlIsSet, inboxUsers, backendUrl }: Config): Mail | undefined {
  return siteUrlIsSet && (inboxUsers || !isForeign(backendUrl)) ? mail : undefined;
}

/** The page on which a person confirms that a test email of now arrived. Undefined: there is none. */
export async function confirmationUrl(config: Config, store: Store): Promise<string | undefined> {
  const mail = confirmableMail(config);
  if (mail === undefined) return undefined;
  const now = await findTime(store);
  const sent = { id: 0, created_at: new Date(now).toISOString() };
  const action = `confirm-${await markOf(mail, store)}` as const;
  const token = linkToken(await findSecret(store), action, sent, now);
  return `${config.siteUrl}/m/${token}`;
}

/** When a person last confirmed an email of these settings (ISO 8601). Undefined: never. */
export async function findConfirmation(mail: Mail, store: Store): Promise<string | undefined> {
  return findTimestamp(store, nameOf(await markOf(mail, store)));
}

/** Whether a test email with this mark was sent with these settings. */
export async function isMarkOf(mark: string, mail: Mail, store: Store): Promise<boolean> {
  return mark === (await markOf(mail, store));
}

/** Remembers that a person has just confirmed an email with this mark. */
export function confirmMail(mark: string, store: Store): Promise<void> {
  return store.write((db) => remember(store, db, nameOf(mark)));
}

/** Whether a person confirmed that email arrives with the present settings. */
export async function confirmationFindings(config: Config, store: Store): Promise<Finding[]> {
  const mail = confirmableMail(config);
  if (mail === undefined) return [];
  const at = await findConfirmation(mail, store);
  const to = mail.to.join(', ');
  if (at !== undefined)
    return [ok('mail-confirmed', `email to ${to} was confirmed on ${at.slice(0, 10)}`)];
  const text = `no person has confirmed that email to ${to} arrives: doctor --send-test sends one with a button`;
  return [warning('mail-unconfirmed', text)];
}

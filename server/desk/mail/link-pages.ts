import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { formatDay, formatMoment } from '../../../booking/dates.ts';
import { isForeign } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, warning } from '../../findings.ts';
import { refuseOtherMethods } from '../../http/headers.ts';
import { findBooking, type StoredBooking } from '../../store/bookings.ts';
import { findSecret, findTime, findTimestamp, remember, type Store } from '../../store/store.ts';
import { escapeHtml, visibleBooking } from '../../visible-text.ts';
import type { JobContext } from '../leads/jobs.ts';
import { acceptBookings, changeLeads, type LeadChange } from '../leads/leads.ts';
import { morningOf } from '../leads/times.ts';
import { type ActionLink, type LinkAction, linkToken, readToken } from './links.ts';
import type { MailSettings } from './mail.ts';

type LinkContext = Pick<JobContext, 'config' | 'store'>;

interface LinkPage {
  /** The HTTP status, if it is not 200. */
  status?: number;
  title: string;
  /** The lead's name and company. */
  lead?: string;
  button?: { name: string; press(): Promise<unknown> };
  /** The address of the lead in the inbox. Shown if there is no button. */
  inbox?: string;
}

/**
 * Serves the pages that email links open, at `/m/TOKEN`. GET shows one button and changes nothing, because programs
 * open links too. POST performs the button's action. It needs no session, because the token grants one action.
 */
export function serveMailLinks(app: FastifyInstance, context: LinkContext): void {
  const { store } = context;

  let secret: string | undefined;

  /** Returns the page for a token. A forged token causes no query. */
  async function open(token: string): Promise<LinkPage> {
    secret ??= await findSecret(store);
    const link = readToken(secret, token);
    if (link === undefined) return { status: 404, title: 'This link is not valid.' };
    const now = await findTime(store);
    if (now >= link.endsAt) return { status: 410, title: 'This link is older than thirty days.' };
    return link.action.startsWith('confirm-')
      ? openConfirmation(link, context)
      : openLead(link, now, context);
  }

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: '/m/*',
    // Anyone who has the address can use the link.
    config: { unlogged: true },
    async handler({ method, params, log }, reply) {
      reply.headers(headers);
      try {
        const page = await open(params['*']);
        if (method !== 'POST' || page.status) return sendLinkPage(reply, page);
        await page.button?.press();
        // A redirect to GET: a reload of the page does not post again.
        return reply.redirect(`/m/${params['*']}`, 303);
      } catch (err) {
        // Caught here, because Fastify would log the address with the error.
        log.error({ err }, 'an email link could not be answered');
        const title = 'This did not work. Please try again in a minute.';
        return sendLinkPage(reply.header('Retry-After', '5'), { status: 503, title });
      }
    },
  });
  refuseOtherMethods(app, '/m/*', ['GET', 'HEAD', 'POST']);
}

const style = `:root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:2rem 1rem;overflow-wrap:anywhere}
h1{font-size:1.25rem}
button{font:inherit;width:100%;padding:.9rem;border-radius:.5rem;border:0;background:#14532d;color:#fff}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

function sendLinkPage(reply: FastifyReply, page: LinkPage): FastifyReply {
  const { status = 200, title, lead, button, inbox } = page;
  const name = escapeHtml(title);
  const parts = [
    `<h1>${name}</h1>`,
    lead && `<p>${escapeHtml(lead)}</p>`,
    button && `<form method="post"><button>${escapeHtml(button.name)}</button></form>`,
    button === undefined && inbox && `<p><a href="${inbox}">Open in the inbox</a></p>`,
  ];
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><style>${style}</style></head><body>${parts.filter(Boolean).join('')}</body></html>`,
    );
}

/** The name in the history. A link does not prove who opened it. */
const who = 'mail';

/** The lead of a link and its action, with no more details than the email had. */
async function openLead({ id, createdAt, action }: ActionLink, now: number, context: LinkContext) {
  const lead = (await findBooking(context.store, id))?.booking;
  if (lead?.created_at !== createdAt) return { status: 410, title: 'This lead was erased.' };
  const shown = visibleBooking(lead);
  return {
    ...pageOf(lead, action, now, context),
    lead: `${shown.name}, ${shown.company_name}`,
    ...(context.config.inboxUsers && { inbox: `/inbox/leads/${id}` }),
  };
}

function pageOf(
  lead: StoredBooking,
  action: LinkAction,
  now: number,
  { store, config: { calendar } }: LinkContext,
): LinkPage {
  const { id, version, state, contacted_at, follow_up_at } = lead;
  const { timeZone } = calendar;
  /** Acts only if the lead has not changed: if two people press the button, the second changes nothing. */
  const button = (name: string, change: Omit<LeadChange, 'who'>) => ({
    name,
    press: () => changeLeads(store, [{ id, version }], { ...change, who }),
  });
  if (action === 'accept') {
    if (state !== 'quarantined')
      return { title: 'This lead is in the list. It is not marked as spam.' };
    const press = () => acceptBookings(store, [id], who);
    return { title: 'Mark this lead as not spam?', button: { name: 'Not spam', press } };
  }
  if (state === 'quarantined')
    return { title: 'This lead looks like spam. Mark it as not spam first.' };
  if (state === 'closed') return { title: 'This lead is closed.' };
  if (action === 'contacted')
    return state === 'new'
      ? { title: 'Have you contacted them?', button: button('Mark contacted', { state: action }) }
      : { title: `Marked as contacted on ${formatMoment(contacted_at ?? now, timeZone)}.` };
  const date = action.slice('again-'.length);
  const at = morningOf(date, now, calendar);
  const day = formatDay(date, 'UTC');
  if (at === undefined) return { title: `${day} is no longer in the future.` };
  if (at === follow_up_at) return { title: `This lead comes back on ${day}.` };
  const title =
    follow_up_at === null
      ? `Take this lead off the list until ${day}?`
      : `This lead comes back on ${formatDay(follow_up_at, timeZone)}.`;
  return { title, button: button(`Again on ${day}`, { followUp: { date, at } }) };
}

/**
 * Identifies the email settings by 64 bits of HMAC-SHA256. A plain hash could reveal the password in SMTP_URL,
 * because the hash is stored and sent in a link.
 */
async function settingsHash({ url, from, to }: MailSettings, store: Store): Promise<string> {
  const text = `mail settings ${JSON.stringify([url, from, to])}`;
  const secret = await findSecret(store);
  return createHmac('sha256', secret).update(text).digest('hex').slice(0, 16);
}

const confirmationName = (hash: string) => `mail confirmed ${hash}`;

/** Undefined if email is not set, or if SITE_URL may be a static host, which cannot serve `/m/TOKEN`. */
function confirmableMail({ mail, publicUrl, inboxUsers, backendUrl }: Config) {
  return publicUrl && (inboxUsers || !isForeign(backendUrl)) ? mail : undefined;
}

/** The page where a person confirms that a test email, sent now, arrived. Undefined if there is no page. */
export async function confirmationUrl(config: Config, store: Store): Promise<string | undefined> {
  const mail = confirmableMail(config);
  if (mail === undefined) return undefined;
  const now = await findTime(store);
  const sent = { id: 0, created_at: new Date(now).toISOString() };
  const action = `confirm-${await settingsHash(mail, store)}` as const;
  const token = linkToken(await findSecret(store), action, sent, now);
  return `${config.siteUrl}/m/${token}`;
}

/** Refuses a test that was sent with earlier settings: it proves nothing about the current ones. */
async function openConfirmation(
  { action, createdAt }: ActionLink,
  { config: { mail, calendar }, store }: LinkContext,
): Promise<LinkPage> {
  const hash = mail && (await settingsHash(mail, store));
  if (hash === undefined || action !== `confirm-${hash}`)
    return {
      status: 410,
      title: 'The email settings have changed since this test. Send a new test.',
    };
  const at = await findTimestamp(store, confirmationName(hash));
  if (at !== undefined && at >= createdAt)
    return { title: `Confirmed on ${formatMoment(at, calendar.timeZone)}.` };
  const press = () => store.write((db) => remember(store, db, confirmationName(hash)));
  return { title: 'Did the test email arrive?', button: { name: 'Yes, it arrived', press } };
}

/** Reports whether a person has confirmed that email arrives with the current settings. */
export async function confirmationFindings(config: Config, store: Store): Promise<Finding[]> {
  const mail = confirmableMail(config);
  if (mail === undefined) return [];
  const at = await findTimestamp(store, confirmationName(await settingsHash(mail, store)));
  const to = mail.to.join(', ');
  if (at !== undefined)
    return [ok('mail-confirmed', `email to ${to} was confirmed on ${at.slice(0, 10)}`)];
  const text = `no one has confirmed that email to ${to} arrives. doctor --send-test sends a test with a link to confirm it`;
  return [warning('mail-unconfirmed', text)];
}

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { bookingOf } from '../../../booking/booking.ts';
import type { Config } from '../../config/config.ts';
import { refuseOtherMethods } from '../../http/headers.ts';
import { findBooking, type StoredBooking } from '../../store/bookings.ts';
import { findSecret, findTime, type Store } from '../../store/store.ts';
import { escapeHtml, visibleText } from '../../visible-text.ts';
import { acceptBookings, changeLeads } from '../leads/leads.ts';
import { type Calendar, formatDay, formatMoment, morningOf } from '../leads/times.ts';
import { confirmMail, findConfirmation, isMarkOf } from './confirmation.ts';
import { type LinkAction, type MailLink, readToken } from './links.ts';

interface LinkPageOptions {
  store: Store;
  calendar: Calendar;
  hasInbox: boolean;
  mail: Config['mail'];
  /** Starts the delivery of a lead that was released from quarantine. */
  wake(): void;
}

/** The name in the history. A link does not prove who opened it. */
const who = 'mail';

/**
 * Serves the pages that email links open, at `/m/TOKEN`. GET shows one button and changes nothing, because programs
 * open links too. POST performs the button's action. It needs no session, because the token grants one action.
 */
export function serveMailLinks(app: FastifyInstance, options: LinkPageOptions): void {
  const { store } = options;

  let secret: string | undefined;

  /** Returns the page for a token. A forged token causes no query. */
  async function open(token: string): Promise<OpenedLink> {
    secret ??= await findSecret(store);
    const link = readToken(secret, token);
    if (link === undefined) return withTitle(404, 'This link is not valid.');
    const now = await findTime(store);
    if (now >= link.endsAt) return withTitle(410, 'This link is older than thirty days.');
    return link.action.startsWith('confirm-')
      ? openConfirmation(link, options)
      : openLead(link, now, options);
  }

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: '/m/*',
    // Anyone who has the address can use the link.
    config: { unlogged: true },
    async handler({ method, params, log }, reply) {
      reply.headers(headers);
      try {
        const { status, page, act } = await open(params['*']);
        if (method !== 'POST' || status !== 200) return sendLinkPage(reply.code(status), page);
        await act?.();
        // A redirect to GET: a reload of the page does not post again.
        return reply.redirect(`/m/${params['*']}`, 303);
      } catch (err) {
        // Caught here, because Fastify would log the address with the error.
        log.error({ err }, 'an email link could not be answered');
        return sendLinkPage(reply.code(503).header('Retry-After', '5'), {
          title: 'This did not work. Please try again in a minute.',
        });
      }
    },
  });
  refuseOtherMethods(app, '/m/*', ['GET', 'HEAD', 'POST']);
}

interface OpenedLink {
  status: number;
  page: LinkPage;
  /** What the button does. */
  act?: () => Promise<void>;
}

const withTitle = (status: number, title: string): OpenedLink => ({ status, page: { title } });

async function openLead(
  { id, createdAt, action }: MailLink,
  now: number,
  options: LinkPageOptions,
): Promise<OpenedLink> {
  const lead = (await findBooking(options.store, id))?.booking;
  if (lead?.created_at !== createdAt) return withTitle(410, 'This lead was erased.');
  const page = pageOf(lead, action, now, options.calendar);
  return {
    status: 200,
    page: { ...page, ...(options.hasInbox && { inbox: `/inbox/leads/${id}` }) },
    ...(page.button !== undefined && { act: () => act(lead, action, now, options) }),
  };
}

/** Refuses a test that was sent with earlier settings: it proves nothing about the current ones. */
async function openConfirmation(
  { action, createdAt }: MailLink,
  { mail, store, calendar }: LinkPageOptions,
): Promise<OpenedLink> {
  const mark = action.slice('confirm-'.length);
  if (mail === undefined || !(await isMarkOf(mark, mail, store)))
    return withTitle(410, 'The email settings have changed since this test. Send a new test.');
  const at = await findConfirmation(mail, store);
  if (at !== undefined && at >= createdAt)
    return withTitle(200, `Confirmed on ${formatMoment(at, calendar.timeZone)}.`);
  const page = { title: 'Did the test email arrive?', button: 'Yes, it arrived' };
  return { status: 200, page, act: () => confirmMail(mark, store) };
}

/** Acts only if the lead has not changed: if two people press the button, the second changes nothing. */
async function act(
  lead: StoredBooking,
  action: LinkAction,
  now: number,
  { store, calendar, wake }: LinkPageOptions,
): Promise<void> {
  const { id, version } = lead;
  const seen = [{ id, version }];
  if (action === 'accept') {
    await acceptBookings(store, [id], who);
    wake();
  } else if (action === 'contacted') {
    await changeLeads(store, seen, { who, state: 'contacted' });
  } else {
    const date = dateOf(action);
    const at = morningOf(date, now, calendar);
    if (at !== undefined) await changeLeads(store, seen, { who, followUp: { date, at } });
  }
}

const dateOf = (action: LinkAction) => action.slice('again-'.length);

interface LinkPage {
  title: string;
  /** The lead's name and company. */
  lead?: string;
  button?: string;
  /** The address of the lead in the inbox. Shown if there is no button. */
  inbox?: string;
}

/** Shows the lead's current state, with no more details than the email had. */
function pageOf(
  lead: StoredBooking,
  action: LinkAction,
  now: number,
  calendar: Calendar,
): LinkPage {
  const { timeZone } = calendar;
  const shown = bookingOf((field) => visibleText(lead[field]));
  const page = (title: string, button?: string): LinkPage => ({
    title,
    lead: `${shown.name}, ${shown.company_name}`,
    ...(button !== undefined && { button }),
  });
  const { state, contacted_at, follow_up_at } = lead;
  if (action === 'accept')
    return state === 'quarantined'
      ? page('Is this not spam?', 'Not spam')
      : page('This lead is in the list. It is not marked as spam.');
  if (state === 'quarantined') return page('This lead looks like spam. Mark it as not spam first.');
  if (state === 'closed') return page('This lead is closed.');
  if (action === 'contacted') {
    if (state === 'new') return page('Have you contacted them?', 'Mark contacted');
    return page(`Marked as contacted on ${formatMoment(contacted_at ?? now, timeZone)}.`);
  }
  const date = dateOf(action);
  const at = morningOf(date, now, calendar);
  const day = formatDay(date, 'UTC');
  if (at === undefined) return page(`${day} is no longer in the future.`);
  if (at === follow_up_at) return page(`This lead comes back on ${day}.`);
  const title =
    follow_up_at === null
      ? `Take this lead off the list until ${day}?`
      : `This lead comes back on ${formatDay(follow_up_at, timeZone)}.`;
  return page(title, `Again on ${day}`);
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

function sendLinkPage(reply: FastifyReply, { title, lead, button, inbox }: LinkPage): FastifyReply {
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...(lead === undefined ? [] : [`<p>${escapeHtml(lead)}</p>`]),
    ...(button === undefined
      ? []
      : [`<form method="post"><button>${escapeHtml(button)}</button></form>`]),
    ...(button === undefined && inbox ? [`<p><a href="${inbox}">Open in the inbox</a></p>`] : []),
  ];
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${parts.join('')}</body></html>`,
    );
}

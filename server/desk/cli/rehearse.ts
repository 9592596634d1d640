import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Booking } from '../../../booking/booking.ts';
import { hour, minute } from '../../../booking/zones.ts';
import { findBackup } from '../../cli/backup.ts';
import { failed, formatTime, succeeded } from '../../cli/output.ts';
import { withStore } from '../../cli/store.ts';
import type { Config } from '../../config/config.ts';
import { errorInfo, messageOf } from '../../errors.ts';
import { openLog } from '../../log.ts';
import { findBooking, listBookings } from '../../store/bookings.ts';
import { eraseAndRecord } from '../../store/erase.ts';
import { databaseName, embeddedFile } from '../../store/open.ts';
import { openSqlite } from '../../store/sqlite.ts';
import { restoreSqlite } from '../../store/sqlite-backup.ts';
import { findSecret, findTimestamp, type Store } from '../../store/store.ts';
import { spamReasonsOf, visibleWords } from '../../visible-text.ts';
import type { ChannelName } from '../delivery/channel.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { beginningOf } from '../delivery/post.ts';
import { isRehearsal, newRehearsal, rehearsalDomain } from '../rehearsal.ts';

/** How long to wait for a response, in milliseconds. The form's own script waits less. */
const answerLimit = 20_000;

/** How long to wait for a delivery's first result, in milliseconds. */
const deliveryLimit = minute;

/** A backup must contain every lead that was stored at least this long before it. Milliseconds. */
const backupMargin = minute;

/**
 * Sends a request through SITE_URL, follows the lead to the provider, and restores the last backup into a temporary
 * folder. Erases the lead, even if it is interrupted. Prints each stage. Returns 1 if a stage fails.
 */
export function rehearse(config: Config, { backup }: { backup?: string }) {
  const channels = channelsOf(config).flatMap(({ name }) => (name === 'receipt' ? [] : [name]));
  if (channels.length === 0) return failed(`No one is notified of requests: ${setChannel}.`);
  return withStore(config, async (store) => {
    const secret = await findSecret(store);
    const booking = newRehearsal(secret);
    const erase = () => stage('erase', () => eraseLeads(config, store, booking, secret));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => void erase().then(() => process.exit(1)));
    const booked = await rehearseBooking(config, store, booking, channels);
    const restored = await stage('backup', () => rehearseRestore(config, store, backup));
    const erased = await erase();
    return booked && restored && erased ? 0 : 1;
  });
}

/** Runs a stage, and prints the text of its result, or its error. Returns undefined if it failed. */
async function stage<T extends { text: string }>(name: string, work: () => Promise<T>) {
  const began = performance.now();
  const result = await work().catch((error: unknown) => new Error(messageOf(error)));
  const [state, text] = result instanceof Error ? ['wrong', result.message] : ['ok', result.text];
  const time = `${Math.round(performance.now() - began)} ms`.padStart(8);
  succeeded(`${state.padEnd(7)}${name.padEnd(8)}${time}  ${text}`);
  return result instanceof Error ? undefined : result;
}

/** Runs the stages in order, because each needs the previous one. Follows all channels in parallel. */
async function rehearseBooking(
  config: Config,
  store: Store,
  booking: Booking,
  channels: readonly ChannelName[],
): Promise<boolean> {
  const form = await stage('page', () => loadForm(config));
  if (form === undefined) return false;
  if (!(await stage('request', () => sendForm(form, booking)))) return false;
  const hasKey = await stage('key', () => checkKey(form));
  const lead = await stage('lead', () => findLead(config, store, booking));
  if (lead === undefined) return false;
  const results = await Promise.all(
    channels.map((channel) => stage(channel, () => followDelivery(store, lead.id, channel))),
  );
  return hasKey !== undefined && results.every(Boolean);
}

type Form = Awaited<ReturnType<typeof loadForm>>;

/** Loads the page with the form from SITE_URL. */
export async function loadForm({ siteUrl, port }: Config) {
  const page = `${siteUrl}/book`;
  const past = `To bypass DNS and proxy, run SITE_URL=http://localhost:${port} ./lodemark rehearse`;
  const response = await ask(page, {}, `start the server, or correct SITE_URL. ${past}`);
  // The page may be endless.
  const html = await beginningOf(response, 1_000_000, answerLimit);
  const [form] = /<form[^>]* data-endpoint=[^>]*>/.exec(html) ?? [];
  if (!response.ok || form === undefined) {
    const what = `${page} answers HTTP ${response.status}${response.ok ? ' without the form' : ''}`;
    throw new Error(`${what}: correct SITE_URL or the proxy. ${past}`);
  }
  const attribute = (name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(form)?.[1]?.replaceAll('&amp;', '&');
  const action = attribute('action');
  return {
    /** The address of the data interface. */
    endpoint: new URL(attribute('data-endpoint') ?? '', page).href,
    publicKey: attribute('data-public-key') ?? '',
    /** The address to which a browser without JavaScript posts the form. Undefined: the form needs its script. */
    action: action && new URL(action, page).href,
    text: `${page} has the form`,
  };
}

/**
 * Sends the form like a browser without JavaScript. If the form needs its script, because its data interface is
 * elsewhere, it sends the script's request.
 */
async function sendForm(form: Form, booking: Booking) {
  const { action, endpoint } = form;
  const answer = action
    ? await post(action, { Accept: 'text/html' }, new URLSearchParams({ ...booking }))
    : await postAsScript(form, booking);
  const isBooked = action
    ? answer.headers.get('location')?.endsWith('#booked')
    : answer.status === 201;
  if (!isBooked) throw new Error(adviceFor(answer));
  return { text: `acknowledged by ${new URL(endpoint).origin}` };
}

/**
 * Checks the page's public key by sending an empty list of rows, like the form's script. A browser without JavaScript
 * needs no key.
 */
async function checkKey(form: Form) {
  const answer = await postAsScript(form, []);
  if (answer.status === 401) throw new Error(adviceFor(answer));
  return { text: "the page's PUBLIC_KEY is accepted" };
}

function postAsScript({ endpoint, publicKey }: Form, body: object) {
  const headers = { apikey: publicKey, 'Content-Type': 'application/json' };
  return post(endpoint, headers, JSON.stringify(body));
}

async function post(url: string, headers: HeadersInit, body: string | URLSearchParams) {
  const init = { method: 'POST', redirect: 'manual', headers, body } as const;
  const advice = 'make the proxy or the firewall forward POST to the server (docs/proxy.md)';
  const response = await ask(url, init, advice);
  await response.body?.cancel();
  return response;
}

async function ask(url: string, init: RequestInit, advice: string): Promise<Response> {
  const signal = AbortSignal.timeout(answerLimit);
  return fetch(url, { ...init, signal }).catch((error: unknown) => {
    // The message of fetch is always 'fetch failed'. `cause` has the reason.
    const { cause = error } = errorInfo(error);
    const why = visibleWords(messageOf(cause) || String(errorInfo(cause).code));
    const what = `${init.method ?? 'GET'} ${url.replace(/\?.*/, '')}`;
    throw new Error(`${what} has no answer (${why}): ${advice}`);
  });
}

/** Describes a response that does not acknowledge the request, with advice. */
function adviceFor({ status, headers }: Response): string {
  const what = `the POST was answered with HTTP ${status}`;
  const location = headers.get('location');
  if (location)
    return `${what}: it redirects to ${visibleWords(location.replace(/\?.*/, ''))}. Set SITE_URL to the final address`;
  if (status === 401)
    return `${what}: the server's PUBLIC_KEY differs from the page's. Restart each server with the same settings, or export the pages again`;
  return status === 500 || status === 503
    ? `${what}: the server cannot store it, for example because the disk is full. ./lodemark doctor shows why`
    : `${what}. Correct the proxy or the firewall (docs/proxy.md), or see RATE_LIMIT_REQUESTS`;
}

async function findLead(config: Config, store: Store, { email }: Booking) {
  const name = databaseName(config);
  const [lead] = await listBookings(store, { email, limit: 1 });
  if (lead === undefined)
    throw new Error(
      `The acknowledged request is not in ${name}: SITE_URL or BACKEND_URL uses a different database from DATA_DIR or DATABASE_URL here. Erase it there: ./lodemark erase ${email}`,
    );
  if (lead.state === 'quarantined')
    throw new Error(`Lead ${lead.id} is held as spam: ${spamReasonsOf(lead).join('; ')}.`);
  return { id: lead.id, text: `lead ${lead.id} is in ${name}` };
}

async function followDelivery(store: Store, id: number, channel: ChannelName) {
  for (const began = performance.now(); ; await pause(100)) {
    const { deliveries = [] } = (await findBooking(store, id)) ?? {};
    const delivery = deliveries.find((one) => one.channel === channel);
    const { state, last_error = null } = delivery ?? {};
    if (state === 'done') return { text: last_error ?? 'accepted by the receiver' };
    if (last_error !== null) throw new Error(`${last_error}. See docs/troubleshooting.md.`);
    if (performance.now() - began > deliveryLimit)
      throw new Error(
        delivery
          ? `No answer within ${deliveryLimit / 1000} seconds. ./lodemark doctor --send-test shows why.`
          : 'No running server delivers to this channel. Start the server, or restart it with these settings.',
      );
  }
}

/** Restores a backup into a temporary folder and finds the newest lead that must be in it. */
async function rehearseRestore(config: Config, store: Store, named?: string) {
  if (embeddedFile(config) === undefined)
    return { text: 'not rehearsed: restore a dump into a fresh database with pg_restore' };
  const file = named ?? (await findBackup(store));
  if (file === undefined) throw new Error('No backup yet: ./lodemark backup FILE makes one.');
  if (!existsSync(file))
    throw new Error(`${file} no longer exists. Name a copy of it with --backup.`);
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-rehearsal-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    await restoreSqlite(folder, file);
    const restored = await openSqlite({ folder, create: false });
    return await findNewest(store, restored, file).finally(() => restored.close());
  } catch (error) {
    const why = messageOf(error).replace(/\.$/, '');
    throw new Error(
      `${why}. Make a new backup with ./lodemark backup FILE, or free space in ${tmpdir()}.`,
    );
  } finally {
    remove();
  }
}

async function findNewest(store: Store, restored: Store, file: string) {
  const at = await findTimestamp(restored, 'backup');
  if (at === undefined) throw new Error(`${file} was not made by ./lodemark backup.`);
  const until = new Date(Date.parse(at) - backupMargin).toISOString();
  const [newest] = await listBookings(store, { until, limit: 1 });
  const made = `${file} of ${formatTime(at)} UTC can be restored`;
  if (newest === undefined) return { text: `${made}. All leads are newer than this backup` };
  const found = await findBooking(restored, newest.id);
  if (found?.booking.created_at !== newest.created_at)
    throw new Error(`Lead ${newest.id} is missing from ${file}.`);
  return { text: `${made}, with lead ${newest.id}` };
}

/** Erases this rehearsal's lead, and those of killed rehearsals. */
async function eraseLeads(config: Config, store: Store, { email }: Booking, secret: string) {
  // Another rehearsal may be running. A rehearsal that is an hour old was killed.
  const until = new Date(Date.now() - hour).toISOString();
  const found = [
    // Not by text: a lead from another data interface cannot be searched until it is dispatched.
    ...(await listBookings(store, { email, limit: 1 })),
    ...(await listBookings(store, { text: rehearsalDomain, until, limit: 100 })),
  ];
  const leads = found.filter((one) => isRehearsal(one, secret)).map(({ id }) => ({ id }));
  if (leads.length === 0) return { text: 'there is nothing to erase' };
  await eraseAndRecord({ config, store, log: openLog('warn') }, { leads });
  return { text: `erased lead ${leads.map(({ id }) => id).join(', ')}` };
}

import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Booking } from '../../../booking/booking.ts';
import { hour, minute } from '../../../booking/zones.ts';
import { findBackup } from '../../cli/backup.ts';
import { colourState, formatTime, succeeded } from '../../cli/output.ts';
import { withStore } from '../../cli/store.ts';
import type { Config } from '../../config/config.ts';
import { errorInfo, messageOf } from '../../errors.ts';
import { openLog } from '../../log.ts';
import { findBooking, listBookings, type StoredBooking } from '../../store/bookings.ts';
import { eraseAndRecord } from '../../store/erase.ts';
import { databaseName, embeddedFile } from '../../store/open.ts';
import { openSqlite } from '../../store/sqlite.ts';
import { restoreSqlite } from '../../store/sqlite-backup.ts';
import { findSecret, findTimestamp, type Store } from '../../store/store.ts';
import { spamReasonsOf } from '../../visible-text.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import type { ChannelName } from '../delivery/deliveries.ts';
import { isRehearsal, newRehearsal, rehearsalDomain } from '../rehearsal.ts';
import { checkKey, loadForm, sendForm } from './rehearse-form.ts';

/** How long to wait for a delivery's first result, and how often to check for it, in milliseconds. */
const deliveryLimit = minute;
const lookInterval = 100;

/** A rehearsal also erases earlier ones that are older than this, because they were killed. Milliseconds. */
const longestRehearsal = hour;

/** A backup must contain every lead that was stored at least this long before it. Milliseconds. */
const backupMargin = minute;

interface Rehearsal {
  config: Config;
  store: Store;
  secret: string;
  booking: Booking;
}

/**
 * Sends a request through SITE_URL, follows the lead to the provider, and restores the last backup into a temporary
 * folder. Erases the lead, even if it is interrupted. Prints each stage. Returns 1 if a stage fails.
 */
export function rehearse(config: Config, { backup }: { backup?: string }): Promise<number> {
  return withStore(config, async (store) => {
    const secret = await findSecret(store);
    const rehearsal = { config, store, secret, booking: newRehearsal(secret) };
    const erase = () => stage('erase', () => eraseAll(rehearsal));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => void erase().then(() => process.exit(1)));
    const booked = await rehearseBooking(rehearsal);
    const restored = await stage('backup', () => rehearseRestore(rehearsal, backup));
    const erased = await erase();
    return booked && restored && erased ? 0 : 1;
  });
}

/** Runs a stage and prints its result or its error. Returns whether it succeeded. */
async function stage(name: string, work: () => Promise<string>): Promise<boolean> {
  const began = performance.now();
  const [state, text] = await work().then(
    (result) => ['ok', result] as const,
    (error: unknown) => ['wrong', messageOf(error)] as const,
  );
  const time = `${Math.round(performance.now() - began)} ms`.padStart(8);
  const padding = ' '.repeat(7 - state.length);
  succeeded(`${colourState(state)}${padding}${name.padEnd(8)}${time}  ${text}`);
  return state === 'ok';
}

/** Runs the stages in order, because each needs the previous one. Follows all channels in parallel. */
async function rehearseBooking(rehearsal: Rehearsal): Promise<boolean> {
  const { config, store, booking } = rehearsal;
  let form: Awaited<ReturnType<typeof loadForm>> | undefined;
  await stage('page', async () => {
    form = await loadForm(config);
    return `${config.siteUrl}/book has the form`;
  });
  if (form === undefined) return false;
  const loaded = form;
  const isSent = await stage('request', async () => {
    await sendForm(loaded, booking, store);
    return `acknowledged by ${new URL(loaded.endpoint).origin}`;
  });
  if (!isSent) return false;
  const hasKey = await stage('key', async () => {
    await checkKey(loaded, store);
    return "the page's PUBLIC_KEY is accepted";
  });
  let id = 0;
  const isFound = await stage('lead', async () => {
    id = await findLead(rehearsal);
    return `lead ${id} is in ${databaseName(config)}`;
  });
  if (!isFound) return false;
  const channels = channelsOf(config).filter(({ name }) => name !== 'receipt');
  if (channels.length === 0)
    return stage('channels', async () => {
      throw new Error(`No one is notified of requests: ${setChannel}.`);
    });
  const results = channels.map(({ name }) => stage(name, () => followDelivery(store, id, name)));
  return (await Promise.all(results)).every(Boolean) && hasKey;
}

async function findLead({ config, store, booking }: Rehearsal): Promise<number> {
  const [lead] = await listBookings(store, { email: booking.email, limit: 1 });
  if (lead === undefined)
    throw new Error(
      `The acknowledged request is not in ${databaseName(config)}: SITE_URL or BACKEND_URL uses a different database from DATA_DIR or DATABASE_URL here. Erase it there: ./lodemark erase ${booking.email}`,
    );
  if (lead.state === 'quarantined')
    throw new Error(`Lead ${lead.id} is held as spam: ${spamReasonsOf(lead).join('; ')}.`);
  return lead.id;
}

async function followDelivery(store: Store, id: number, channel: ChannelName): Promise<string> {
  for (const began = performance.now(); ; await pause(lookInterval)) {
    const deliveries = (await findBooking(store, id))?.deliveries ?? [];
    const delivery = deliveries.find((one) => one.channel === channel);
    const { state, last_error = null } = delivery ?? {};
    if (state === 'done') return last_error ?? 'accepted by the receiver';
    if (last_error !== null) throw new Error(`${last_error}. See docs/troubleshooting.md.`);
    if (performance.now() - began > deliveryLimit)
      throw new Error(
        delivery
          ? `No answer within ${deliveryLimit / 1000} seconds. ./lodemark doctor --send-test shows why.`
          : 'No server has this channel. Start the server, or restart it with these settings.',
      );
  }
}

/** Restores a backup into a temporary folder and finds the newest lead that must be in it. */
async function rehearseRestore({ config, store }: Rehearsal, named?: string): Promise<string> {
  if (embeddedFile(config) === undefined)
    return 'not rehearsed: restore a dump of PostgreSQL into a fresh database with pg_restore';
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
    const isFull = errorInfo(error).code === 'ENOSPC';
    const advice = isFull
      ? `. Free space in ${tmpdir()}, or set TMPDIR`
      : ' Make a new one: ./lodemark backup FILE';
    throw new Error(messageOf(error) + advice);
  } finally {
    remove();
  }
}

async function findNewest(store: Store, restored: Store, file: string): Promise<string> {
  const at = await findTimestamp(restored, 'backup');
  if (at === undefined) throw new Error(`${file} was not made by ./lodemark backup.`);
  const until = new Date(Date.parse(at) - backupMargin).toISOString();
  const [newest] = await listBookings(store, { until, limit: 1 });
  const made = `${file} of ${formatTime(at)} UTC can be restored`;
  if (newest === undefined)
    return `${made}. It was not searched for a lead, because all leads are newer than the backup`;
  const found = await findBooking(restored, newest.id);
  if (found?.booking.created_at !== newest.created_at)
    throw new Error(`Lead ${newest.id} is missing from ${file}.`);
  return `${made}, with lead ${newest.id}`;
}

/** Erases this rehearsal's lead, and those of killed rehearsals. */
async function eraseAll({ config, store, secret, booking }: Rehearsal): Promise<string> {
  const until = new Date(Date.now() - longestRehearsal).toISOString();
  const found: StoredBooking[] = [
    ...(await listBookings(store, { email: booking.email, limit: 1 })),
    ...(await listBookings(store, { text: rehearsalDomain, until, limit: 100 })),
  ];
  const leads = found.filter((one) => isRehearsal(one, secret)).map(({ id }) => ({ id }));
  if (leads.length === 0) return 'there is nothing to erase';
  await eraseAndRecord({ config, store, log: openLog('warn') }, { leads });
  return `lead ${leads.map(({ id }) => id).join(', ')} is erased`;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Booking } from '../../../booking/booking.ts';
import { hour, minute } from '../../../booking/zones.ts';
import { failed, succeeded } from '../../cli/output.ts';
import { withStore } from '../../cli/with-store.ts';
import type { Config } from '../../config/config.ts';
import { messageOf } from '../../errors.ts';
import { openLog } from '../../log.ts';
import { findBooking, listBookings } from '../../store/bookings.ts';
import { eraseAndRecord } from '../../store/erase.ts';
import { databaseName } from '../../store/open.ts';
import { findSecret, type Store } from '../../store/store.ts';
import { spamReasonsOf } from '../../visible-text.ts';
import type { ChannelName } from '../delivery/channel.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { isRehearsal, newRehearsal, rehearsalDomain } from '../rehearsal.ts';
import { checkKey, loadForm, sendForm } from './rehearse-form.ts';
import { rehearseRestore } from './rehearse-restore.ts';

/** How long to wait for a delivery's first result, in milliseconds. */
const deliveryLimit = minute;

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

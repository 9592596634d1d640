import { pipeline } from 'node:stream/promises';
import type { LeadEvent } from '../../booking/lead.ts';
import type { Config } from '../config/config.ts';
import { bookingsFormats } from '../export-formats.ts';
import {
  type BookingFilter,
  countBookings,
  findBooking,
  type StoredBooking,
  type StoredDelivery,
} from '../store/bookings.ts';
import { filledIn, formatJson, spamReasonsOf, visibleText } from '../visible-text.ts';
import { failed, formatTable, formatTime, succeeded } from './output.ts';
import { pagesOf, withStore } from './with-store.ts';

export async function list(
  config: Config,
  options: BookingFilter & { json?: true; limit?: number; quarantined?: true },
): Promise<number> {
  const { json, quarantined, limit = json ? 9_999_999 : 100, ...filter } = options;
  if (quarantined) filter.state = 'quarantined';
  const chosen = filter.state === undefined ? { ...filter, withoutQuarantined: true } : filter;
  const ofSpam = filter.state === 'quarantined';
  return withStore(config, async (store) => {
    if (json) {
      const rows = bookingsFormats.json(pagesOf(store, chosen, limit));
      await pipeline(rows, process.stdout, { end: false });
    } else {
      const found = (await Array.fromAsync(pagesOf(store, chosen, limit + 1))).flat();
      const none = Object.keys(filter).length > 0 ? 'No leads match.' : 'No leads yet.';
      succeeded(found.length === 0 ? none : formatBookings(found.slice(0, limit), ofSpam));
      if (found.length > limit) failed(`These are the newest ${limit}. --limit shows more.`);
    }
    const count = await countBookings(store, { state: 'quarantined' });
    const what = count === 1 ? 'lead' : 'leads';
    if (count > 0 && !ofSpam)
      failed(`${count} ${what} in quarantine: see list --quarantined, then accept or erase them.`);
    return 0;
  });
}

/** A table of bookings. `withReasons` shows the spam signals instead of the states. */
export function formatBookings(bookings: readonly StoredBooking[], withReasons: boolean): string {
  const rows = bookings.map(({ id, created_at, state, delivery, spam_signals, ...booking }) => ({
    ID: String(id),
    'WHEN (UTC)': formatTime(created_at),
    ...(withReasons ? { WHY: spam_signals.join(', ') } : { STATE: state, DELIVERY: delivery }),
    NAME: booking.name,
    COMPANY: booking.company_name,
    EMAIL: booking.email,
  }));
  return formatTable(rows);
}

export async function show(config: Config, id: number, { json }: { json?: true }): Promise<number> {
  const found = await withStore(config, (store) => findBooking(store, id));
  if (found === undefined) return failed(`There is no lead ${id}.`);
  const { booking, deliveries, events } = found;
  if (json) return succeeded(formatJson({ ...booking, deliveries, events }));
  const parts = [fieldsOf(booking), deliveriesOf(booking, deliveries).trimEnd()];
  if (events.length > 0) parts.push(`\n${historyOf(events)}`);
  return succeeded(parts.join('\n'));
}

function fieldsOf(booking: StoredBooking): string {
  const { id, created_at, state, delivery } = booking;
  const note = booking.note.split('\n').map((line, i): Line => [i === 0 ? 'Note' : '', line]);
  return formatRows([
    ['Lead', String(id)],
    ['When (UTC)', formatTime(created_at)],
    ...filledIn(booking),
    ['Asked again', formatTime(booking.repeated_at)],
    ['Language', booking.language ?? ''],
    ['Time zone', booking.time_zone ?? ''],
    ['Source', booking.source ?? ''],
    ['State', state],
    ['Owner', booking.owner ?? ''],
    ['Again on', formatTime(booking.follow_up_at)],
    // If there is no delivery, the last line gives the reason.
    ['Delivery', delivery === 'none' ? '' : delivery],
    ['Spam signals', spamReasonsOf(booking).join('; ')],
    ['Accepted', formatTime(booking.accepted_at)],
    ['Contacted', formatTime(booking.contacted_at)],
    ['Closed', formatTime(booking.closed_at)],
    ['Reminded', formatTime(booking.reminded_at)],
    ...note,
  ]);
}

type Line = readonly [label: string, value: string];

function formatRows(rows: readonly Line[]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label.padEnd(width)}${visibleText(value)}\n`)
    .join('');
}

function historyOf(events: readonly LeadEvent[]): string {
  return formatTable(
    events.map(({ at, who, action, text }) => ({
      'WHEN (UTC)': formatTime(at),
      WHO: who,
      WHAT: text === null ? action : `${action}: ${text.replaceAll('\n', ' ') || 'nothing'}`,
    })),
  );
}

function deliveriesOf({ id, state }: StoredBooking, deliveries: readonly StoredDelivery[]): string {
  if (state === 'quarantined')
    return `Not delivered, because it looks like spam. ./lodemark accept ${id} delivers it.`;
  if (deliveries.length === 0) return 'No delivery yet. ./lodemark doctor shows why.';
  const blocks = deliveries.map(({ channel, state, attempts, next_at, done_at, last_error, id }) =>
    formatRows([
      ['Channel', channel],
      ['State', state],
      ['Attempts', String(attempts)],
      ['Next attempt', state === 'pending' ? formatNext(next_at) : ''],
      ['Done', formatTime(done_at)],
      ['Id', id],
      ['Last error', last_error ?? ''],
    ]),
  );
  return blocks.join('\n');
}

function formatNext(time: string): string {
  const isDue = Date.parse(time) <= Date.now();
  return isDue ? 'as soon as a server runs' : `by ${formatTime(time)}`;
}

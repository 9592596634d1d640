import { bookingFields } from '../../booking/booking.ts';
import type { SpamSignal } from '../../booking/spam.ts';
import { mail } from '../../content/mail.ts';
import type { Config } from '../config/config.ts';
import type { StoredDelivery } from '../store/delivery.ts';
import type { StoredBooking } from '../store/store.ts';
import { visibleText } from '../visible-text.ts';
import { withStore } from './store.ts';
import { formatJson, formatTable, formatTime } from './table.ts';

/** Shows one booking with its deliveries. */
export async function show(config: Config, id: number, { json }: { json?: true }): Promise<number> {
  const found = await withStore(config, (store) => store.findBooking(id));
  if (found === undefined) {
    process.stderr.write(`There is no booking ${id}.\n`);
    return 1;
  }
  const { booking, deliveries } = found;
  process.stdout.write(
    json
      ? formatJson({ ...booking, deliveries })
      : `${fieldsOf(booking)}\n${deliveriesOf(booking, deliveries)}`,
  );
  return 0;
}

function fieldsOf(booking: StoredBooking): string {
  return [
    ['Booking', String(booking.id)],
    ['When (UTC)', formatTime(booking.created_at)],
    ...bookingFields.map((field) => [mail.labels[field], booking[field]]),
    ['State', booking.state],
    ...spamSignalsOf(booking),
  ]
    .map(([label = '', value = '']) => `${label.padEnd(13)}${visibleText(value)}\n`)
    .join('');
}

/** Why a booking was quarantined. The database may have a code that this version does not know. */
const reasons: Record<SpamSignal, string> = {
  honeypot: 'a field that no person sees was filled in',
  'link-in-name': 'a link in the name',
  markup: 'markup in the name or the company',
  'random-letters': 'letters in no order',
  'link-in-company': 'a link in the company',
  'same-words': 'the same words in the name and the company',
  sentence: 'twelve words or more in one field',
};

function spamSignalsOf({ spam_signals, accepted_at }: StoredBooking): [string, string][] {
  if (spam_signals.length === 0) return [];
  const known: Readonly<Record<string, string>> = reasons;
  const why = spam_signals.map((code) => known[code] ?? code).join('; ');
  const rows: [string, string][] = [['Quarantined', why]];
  if (accepted_at !== null) rows.push(['Accepted', formatTime(accepted_at)]);
  return rows;
}

function deliveriesOf({ id, state }: StoredBooking, deliveries: readonly StoredDelivery[]): string {
  if (state === 'quarantined')
    return `Not delivered, since it looks like spam: ./lodemark accept ${id} delivers it.\n`;
  if (deliveries.length === 0) return 'No delivery yet: see ./lodemark doctor.\n';
  return formatTable(
    ['CHANNEL', 'STATE', 'TRIES', 'NEXT BY (UTC)', 'DONE (UTC)', 'DELIVERY', 'LAST ERROR'],
    deliveries.map(({ channel, state, attempts, next_at, done_at, last_error, id }) => [
      channel,
      state,
      String(attempts),
      state === 'pending' ? formatTime(next_at) : '',
      done_at === null ? '' : formatTime(done_at),
      id,
      last_error ?? '',
    ]),
  );
}

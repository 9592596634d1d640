import { parseArgs } from 'node:util';
import { bookingFields } from '../../booking/booking.ts';
import type { SpamSignal } from '../../booking/spam.ts';
import { mail } from '../../content/mail.ts';
import type { StoredDelivery } from '../store/delivery.ts';
import type { StoredBooking } from '../store/store.ts';
import { visibleText } from '../visible-text.ts';
import { onlyArgument, readId } from './booking-id.ts';
import type { Command, CommandContext } from './command.ts';
import { withStore } from './open-store.ts';
import { formatTable, formatTime } from './table.ts';

const help = `Usage: npm run bookings -- show ID [--json]

Shows one booking with its deliveries: what was tried, when, and what went wrong last;
of a quarantined also why it looks like spam.

  --json   an object for machines: the booking's fields and deliveries

Example: npm run bookings -- show 12
`;

const options = { json: { type: 'boolean', default: false } } as const;

export const show: Command = { help, options, run };

/** Why a booking was set aside as spam. The database may have a code that this version does not know. */
const reasons: Record<SpamSignal, string> = {
  honeypot: 'a field that no person sees was filled in',
  'link-in-name': 'a link in the name',
  markup: 'markup in the name or the company',
  'link-in-company': 'a link in the company',
  'same-words': 'the same words in the name and the company',
  sentence: 'twelve words or more in one field',
};

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options,
  });
  const id = readId(onlyArgument(positionals, 'ID'));
  const found = await withStore(config, (store) => store.findBooking(id));
  if (found === undefined) {
    stderr.write(`There is no booking ${id}.\n`);
    return 1;
  }
  const { booking, deliveries } = found;
  const json = `${JSON.stringify({ ...booking, deliveries }, null, 2)}\n`;
  stdout.write(values.json ? json : fieldsOf(booking) + tableOf(booking, deliveries));
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
    .map(([label = '', value = '']) => `${label.padEnd(12)}${visibleText(value)}\n`)
    .join('');
}

function spamSignalsOf({ spam_signals, accepted_at }: StoredBooking): [string, string][] {
  if (spam_signals.length === 0) return [];
  const words: Readonly<Record<string, string>> = reasons;
  const why = spam_signals.map((code) => words[code] ?? code).join('; ');
  const accepted: [string, string][] =
    accepted_at === null ? [] : [['Accepted', formatTime(accepted_at)]];
  return [['Suspect', why], ...accepted];
}

function tableOf({ id, state }: StoredBooking, deliveries: readonly StoredDelivery[]): string {
  if (state === 'quarantined') {
    return `\nNot delivered, since it looks like spam: npm run bookings -- accept ${id} delivers it.\n`;
  }
  if (deliveries.length === 0) return '\nNo delivery yet: see npm run bookings -- doctor.\n';
  const rows = deliveries.map(({ channel, state, attempts, next_at, done_at, last_error, id }) => [
    channel,
    state,
    String(attempts),
    state === 'pending' ? formatTime(next_at) : '',
    done_at === null ? '' : formatTime(done_at),
    id,
    last_error ?? '',
  ]);
  return `\n${formatTable(
    ['CHANNEL', 'STATE', 'TRIES', 'NEXT BY (UTC)', 'DONE (UTC)', 'DELIVERY', 'LAST ERROR'],
    rows,
  )}`;
}

import type { LeadEvent } from '../../booking/lead.ts';
import { formatJson } from '../bookings-file.ts';
import type { Config } from '../config/config.ts';
import type { StoredBooking } from '../store/booking.ts';
import type { StoredDelivery } from '../store/delivery.ts';
import type { Lead } from '../store/lead.ts';
import { filledIn, spamReasonsOf } from '../texts.ts';
import { visibleText } from '../visible-text.ts';
import { colourState, failed, formatTable, formatTime, succeeded, zone } from './output.ts';
import { withStore } from './store.ts';

/** Shows one booking with its deliveries, and what became of it. */
export async function show(config: Config, id: number, { json }: { json?: true }): Promise<number> {
  const found = await withStore(config, (store) => store.findLead(id));
  if (found === undefined) return failed(`There is no booking ${id}.`);
  const { lead, deliveries, events } = found;
  if (json) return succeeded(formatJson({ ...lead, deliveries, events }));
  const parts = [fieldsOf(lead), deliveriesOf(lead, deliveries).trimEnd()];
  if (events.length > 0) parts.push(`\n${historyOf(events)}`);
  return succeeded(parts.join('\n'));
}

function fieldsOf(lead: Lead): string {
  const { id, created_at, state, accepted_at, lead_state } = lead;
  const note = lead.note.split('\n').map((line, i): Row => [i === 0 ? 'Note' : '', line]);
  return formatRows([
    ['Booking', String(id)],
    [`When${zone}`, formatTime(created_at)],
    ...filledIn(lead),
    ['Language', lead.language ?? ''],
    // Without deliveries there is none to tell, and the last line says so.
    ['State', state === 'none' ? '' : state],
    ['Quarantined', spamReasonsOf(lead).join('; ')],
    ['Accepted', formatTime(accepted_at)],
    ['Lead', state === 'quarantined' ? '' : lead_state],
    ['Contacted', formatTime(lead.contacted_at)],
    ['Closed', formatTime(lead.closed_at)],
    ['Reminded', formatTime(lead.reminded_at)],
    ...note,
  ]);
}

type Row = readonly [label: string, value: string];

function formatRows(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => {
      const shown = label === 'State' ? colourState(value) : visibleText(value);
      return `${label.padEnd(width)}${shown}\n`;
    })
    .join('');
}

function historyOf(events: readonly LeadEvent[]): string {
  return formatTable(
    events.map(({ at, who, action, text }) => ({
      [`WHEN${zone}`]: formatTime(at),
      WHO: who,
      WHAT: text === null ? action : `${action}: ${text.replaceAll('\n', ' ') || 'nothing'}`,
    })),
  );
}

function deliveriesOf({ id, state }: StoredBooking, deliveries: readonly StoredDelivery[]): string {
  if (state === 'quarantined')
    return `Not delivered, since it looks like spam: ./lodemark accept ${id} delivers it.`;
  if (deliveries.length === 0) return 'No delivery yet: see ./lodemark doctor.';
  const blocks = deliveries.map(({ channel, state, attempts, next_at, done_at, last_error, id }) =>
    formatRows([
      ['Channel', channel],
      ['State', state],
      ['Tries', String(attempts)],
      ['Next try', state === 'pending' ? formatNext(next_at) : ''],
      ['Done', formatTime(done_at)],
      ['Delivery', id],
      ['Last error', last_error ?? ''],
    ]),
  );
  return blocks.join('\n');
}

/** What is due and was not tried waits for the whole channel, or for a server. */
function formatNext(time: string): string {
  const isDue = Date.parse(time) <= Date.now();
  return isDue ? 'when a server runs and the channel is back' : `by ${formatTime(time)}`;
}

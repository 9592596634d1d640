import {
  type Lead,
  type LeadAction,
  type LeadChange,
  type LeadEvent,
  type LeadFolder,
  type LeadState,
  leadActions,
  leadStates,
  type ReportFigures,
  type Session,
} from './lead.ts';
import {
  isoTime,
  isoTimeOrNull,
  isQuarantined,
  oneOf,
  type Row,
  textOrNull,
  toBooking,
} from './rows.ts';

/** The condition in SQL for a booking of the table `booking` that is new. */
export const isNew = `NOT ${isQuarantined} AND NOT EXISTS (
  SELECT 1 FROM booking_private.leads WHERE booking_id = booking.id AND state <> 'new')`;

/** A row of `selectLeads`. */
export function toLead(row: Row): Lead {
  return {
    ...toBooking(row),
    lead_state: oneOf(leadStates, row.lead_state),
    version: Number(row.version),
    note: String(row.note),
    read_at: isoTimeOrNull(row.read_at),
    contacted_at: isoTimeOrNull(row.contacted_at),
    closed_at: isoTimeOrNull(row.closed_at),
    reminded_at: isoTimeOrNull(row.reminded_at),
  };
}

export function toLeadEvent(row: Row): LeadEvent {
  return {
    at: isoTime(row.at),
    who: String(row.who),
    action: oneOf(leadActions, row.action),
    text: textOrNull(row.text),
  };
}

export function toSession(row: Row): Session {
  return {
    id: Number(row.id),
    email: String(row.email),
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
  };
}

/** What a change writes: the lead as it then is, and a line of history for each thing that is another. */
export function changesOf(lead: Pick<Lead, 'lead_state' | 'note'>, change: LeadChange) {
  const { state = lead.lead_state, note = lead.note } = change;
  const events: { action: LeadAction; text: string | null }[] = [];
  if (state !== lead.lead_state)
    events.push({ action: actionOf(lead.lead_state, state), text: null });
  if (note !== lead.note) events.push({ action: 'noted', text: note });
  return { state, note, events };
}

function actionOf(before: LeadState, after: LeadState): LeadAction {
  if (after === 'closed') return 'closed';
  return before === 'new' ? 'contacted' : 'reopened';
}

export function toCounts(row: Row | undefined): Record<LeadFolder, number> {
  const contacted = Number(row?.contacted);
  const closed = Number(row?.closed);
  const quarantined = Number(row?.quarantined);
  const others = contacted + closed + quarantined;
  return { new: Number(row?.all_leads) - others, contacted, closed, quarantined };
}

/** The rows that the report's figures are read from. */
export interface ReportRows {
  days: Row[];
  contacted: Row[];
  open: Row[];
  deliveries: Row[];
}

export function toFigures({ days, contacted, open, deliveries }: ReportRows): ReportFigures {
  return {
    days: days.map(({ day, leads, quarantined }) => ({
      day: String(day),
      leads: Number(leads),
      quarantined: Number(quarantined),
    })),
    contactTimes: contacted.map(
      ({ created_at, contacted_at }) =>
        Date.parse(isoTime(contacted_at)) - Date.parse(isoTime(created_at)),
    ),
    open: open.map(({ created_at }) => isoTime(created_at)),
    deliveries: deliveries.map(({ channel, done, pending, dead }) => ({
      channel: String(channel),
      done: Number(done),
      pending: Number(pending),
      dead: Number(dead),
    })),
  };
}

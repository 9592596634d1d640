import type { LeadFolder, LeadState } from '../../booking/lead.ts';
import type { BookingState, StoredBooking } from './booking.ts';

/** A booking as the provider works on it. One that nobody has worked on is new, with version 0. */
export interface Lead extends StoredBooking {
  lead_state: LeadState;
  /** Grows with each change of state or note. */
  version: number;
  note: string;
  /** When somebody first opened or changed it. */
  read_at: string | null;
  /** When it first was no longer new. */
  contacted_at: string | null;
  closed_at: string | null;
  reminded_at: string | null;
}

/** At most `limit` leads whose ids are below `before`, the newest first. Without a folder all but the quarantined. */
export interface LeadPage {
  folder?: LeadFolder;
  /** Is in one of the fields or the note, in any case. */
  text?: string;
  limit: number;
  before?: number;
}

/** A change of a lead. With `version` it happens only while the lead still has that version. */
export interface LeadChange {
  who: string;
  version?: number;
  state?: LeadState;
  /** At most `longestNote`; empty: none. */
  note?: string;
}

/** What the report is drawn from. Days are UTC dates. */
export interface ReportFigures {
  /** Leads of each day since `since`, and how many of them were quarantined at first; days without any are left out. */
  days: { day: string; leads: number; quarantined: number }[];
  /** Milliseconds from asked to first contacted, of those that were asked since then and are not new now. */
  contactTimes: number[];
  /** Asked when: the oldest 10,000 of the leads that are new now, whenever they came (ISO 8601). */
  open: string[];
  /** Deliveries of bookings since then. */
  deliveries: { channel: string; done: number; pending: number; dead: number }[];
}

/** Of a booking in this state only the quarantine is a folder of the inbox. */
export function folderOf(state: BookingState, leadState: LeadState): LeadFolder {
  return state === 'quarantined' ? 'quarantined' : leadState;
}

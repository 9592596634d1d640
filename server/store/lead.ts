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

/** Of a booking in this state only the quarantine is a folder of the inbox. */
export function folderOf(state: BookingState, leadState: LeadState): LeadFolder {
  return state === 'quarantined' ? 'quarantined' : leadState;
}

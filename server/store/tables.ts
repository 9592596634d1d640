import type { ColumnType, Generated } from 'kysely';
import type { Booking } from '../../booking/booking.ts';
import type { LeadAction, LeadFolder } from '../../booking/lead.ts';

/**
 * The tables of both engines. Times are ISO 8601 in UTC with milliseconds. The columns are explained in
 * database/postgres/.
 */
export interface Tables {
  booking_requests: BookingRequests;
  deliveries: Deliveries;
  lead_events: LeadEvents;
  lead_reads: { booking_id: number; email: string };
  /** The provider's names for sources. */
  sources: { name: string };
  /** `day` is a UTC date. */
  page_loads: { day: string; page: string; language: string; source: string; loads: number };
  erased: { booking_id: number; created_at: Time; erased_at: Time };
  jobs: { name: string; lease_ends: Time; done_at: Time | null };
  timestamps: { name: string; at: Time };
  installation: { secret: string };
  inbox_links: InboxLinks;
  inbox_sessions: InboxSessions;
}

/** Read as text. Written as text, or as an expression of the engine's clock. */
type Time = ColumnType<string>;

interface BookingRequests extends Booking {
  id: Generated<number>;
  created_at: Time;
  repeats: Generated<number>;
  repeated_at: Time | null;
  /** Codes separated by spaces. '' if there are none. Null until the row is checked for spam. */
  spam_signals: string | null;
  dispatched_at: Time | null;
  state: Generated<LeadFolder>;
  version: Generated<number>;
  note: Generated<string>;
  follow_up_at: Time | null;
  owner: string | null;
  owner_mail_at: Time | null;
  source: string | null;
  time_zone: string | null;
  language: string | null;
  accepted_at: Time | null;
  contacted_at: Time | null;
  closed_at: Time | null;
  reminded_at: Time | null;
  search_text: Generated<string>;
}

interface Deliveries {
  booking_id: number;
  channel: string;
  id: string;
  state: Generated<'pending' | 'done' | 'dead'>;
  attempts: Generated<number>;
  created_at: Time;
  next_at: Time;
  give_up_at: Time;
  lease: string | null;
  last_error: string | null;
  done_at: Time | null;
}

interface LeadEvents {
  id: Generated<number>;
  booking_id: number;
  at: Time;
  who: string;
  action: LeadAction;
  text: string | null;
}

interface InboxLinks {
  token_hash: string;
  browser_hash: string | null;
  email: string | null;
  expires_at: Time;
}

interface InboxSessions {
  id: Generated<number>;
  token_hash: string;
  email: string;
  created_at: Time;
  expires_at: Time;
}

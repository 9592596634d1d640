import type { BookingState, StoredBooking, WaitingSummary } from './booking.ts';
import type { StoredDelivery } from './delivery.ts';

/** What became of a booking: nobody has written to its sender yet, somebody has, nothing is left to do. */
export const leadStates = ['new', 'contacted', 'closed'] as const;

export type LeadState = (typeof leadStates)[number];

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

/** What was done with a lead. */
export const leadActions = [
  'contacted',
  'closed',
  'reopened',
  'noted',
  'accepted',
  'replayed',
  'reminded',
] as const;

export type LeadAction = (typeof leadActions)[number];

/** `who`: an address, `cli`, or `server` for a reminder. `text`: the note as it was written then. */
export interface LeadEvent {
  at: string;
  who: string;
  action: LeadAction;
  text: string | null;
}

/** The lists of the inbox. A quarantined booking is in its own alone, until it is accepted. */
export const leadFolders = [...leadStates, 'quarantined'] as const;

export type LeadFolder = (typeof leadFolders)[number];

/** At most `limit` leads whose ids are below `before`, the newest first. Without a folder all but the quarantined. */
export interface LeadPage {
  folder?: LeadFolder;
  /** Is in one of the fields or the note, in any case. */
  text?: string;
  limit: number;
  before?: number;
}

/** How many characters a note may have. */
export const longestNote = 5_000;

/** A change of a lead. With `version` it happens only while the lead still has that version. */
export interface LeadChange {
  who: string;
  version?: number;
  state?: LeadState;
  /** At most `longestNote`; empty: none. */
  note?: string;
}

/** `conflict`: the lead has another version. `quarantined`: it has to be accepted first. */
export type ChangeResult = 'changed' | 'conflict' | 'missing' | 'quarantined';

/** A link to sign in. Of all tokens, and of the browser's mark, only SHA-256 hashes in hex are stored. */
export interface NewLink {
  tokenHash: string;
  /** Undefined: the first browser that confirms. */
  browserHash?: string;
  /** Of one who may not sign in it is null, so that an unknown address costs the same. */
  email: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** `id` names it for the command line and gives no access. */
export interface Session {
  id: number;
  email: string;
  created_at: string;
  expires_at: string;
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

/** The operations of the inbox. Every one throws `StoreUnavailable` or `StoreOverloaded`. */
export interface LeadStore {
  listLeads(page: LeadPage): Promise<Lead[]>;
  countLeads(): Promise<Record<LeadFolder, number>>;
  findLead(
    id: number,
  ): Promise<{ lead: Lead; deliveries: StoredDelivery[]; events: LeadEvent[] } | undefined>;
  /** Writes the change and its history in one transaction. `contacted_at` is set once. */
  changeLead(id: number, change: LeadChange): Promise<ChangeResult>;
  /** Remembers that it was opened, the first time. */
  readLead(id: number): Promise<void>;
  /** Adds to the history of bookings that are there. */
  recordLeadAction(ids: readonly number[], who: string, action: LeadAction): Promise<void>;
  /** Changes whenever a list or a lead would look different, whichever server or program did it. */
  leadRevision(): Promise<string>;

  /** How many are new and were asked before this time (milliseconds since 1970), and when the oldest was. */
  summarizeOverdue(askedBefore: number): Promise<WaitingSummary>;
  /** Takes those nobody was reminded of, oldest first, for `leaseFor` milliseconds: no other server has them. */
  acquireReminders(askedBefore: number, limit: number, leaseFor: number): Promise<Lead[]>;
  /** After the reminder was sent: it is not sent again. Adds to the history. */
  completeReminders(ids: readonly number[]): Promise<void>;
  /** True for one caller at a time for `leaseFor` milliseconds, until that `period`, such as `2026-W48`, is sent. */
  acquireReport(period: string, leaseFor: number): Promise<boolean>;
  /** After the report was sent: it is not sent again. */
  completeReport(period: string): Promise<void>;
  /** `since`: milliseconds since 1970. */
  reportFigures(since: number): Promise<ReportFigures>;

  /** Also forgets links and sessions that are over. */
  insertLink(link: NewLink): Promise<void>;
  /** Turns a link that is valid for this browser into a session. Undefined, with nothing changed, otherwise. */
  redeemLink(
    tokenHash: string,
    browserHash: string,
    session: { tokenHash: string; expiresAt: number },
  ): Promise<{ email: string } | undefined>;
  findSession(tokenHash: string): Promise<Session | undefined>;
  listSessions(): Promise<Session[]>;
  /** Ends these sessions. Gives how many. */
  endSessions(which: { ids: readonly number[] } | { tokenHash: string }): Promise<number>;
}

/** Of a booking in this state only the quarantine is a folder of the inbox. */
export function folderOf(state: BookingState, leadState: LeadState): LeadFolder {
  return state === 'quarantined' ? 'quarantined' : leadState;
}

/**
 * What the inbox and its server say to each other: JSON below `/inbox/api`. Times are ISO 8601 in UTC.
 * Without a session every address below it answers 401 and `{}`, but POST sign-in and confirm.
 */

/** GET session. */
export interface SessionAnswer {
  email: string;
}

export type LeadState = 'new' | 'contacted' | 'closed';
export type LeadFolder = LeadState | 'quarantined';

/** A lead in a list. */
export interface LeadRow {
  id: number;
  created_at: string;
  name: string;
  company_name: string;
  email: string;
  folder: LeadFolder;
  isRead: boolean;
  /** New for longer than CONTACT_WITHIN_HOURS. */
  isOverdue: boolean;
  /** Whether a delivery is dead, or all are done. */
  delivery: 'pending' | 'done' | 'dead' | 'none';
  hasNote: boolean;
  /** For a LeadChange. */
  version: number;
}

/** GET leads?folder=new&text=…&limit=50: the newest first. Without `folder` all but the quarantined. */
export interface LeadsAnswer {
  leads: LeadRow[];
  /** Whether there are older ones. */
  hasMore: boolean;
  counts: Record<LeadFolder, number>;
}

export interface LeadDelivery {
  channel: string;
  state: 'pending' | 'done' | 'dead';
  attempts: number;
  /** The next try, while pending. */
  next_at: string;
  done_at: string | null;
  last_error: string | null;
}

export interface LeadEvent {
  at: string;
  who: string;
  action: 'contacted' | 'closed' | 'reopened' | 'noted' | 'accepted' | 'replayed' | 'reminded';
  text: string | null;
}

/** GET leads/ID; 404 where there is none. */
export interface LeadAnswer {
  lead: LeadRow & {
    /** Every field with its label, as the provider's mail has them. */
    fields: { label: string; value: string }[];
    note: string;
    contacted_at: string | null;
    closed_at: string | null;
    /** Codes of why it looks like spam. */
    spam_signals: string[];
  };
  deliveries: LeadDelivery[];
  /** The oldest first. */
  events: LeadEvent[];
}

/**
 * POST leads/ID: answers 200 with a LeadAnswer, or 409 with the LeadAnswer of now where `version` is
 * older; nothing is changed then.
 */
export interface LeadChange {
  version: number;
  state?: LeadState;
  /** At most 5,000 characters. */
  note?: string;
}

/** POST read, accept or replay: answers 200 with how many it was. At most 1,000 ids. */
export interface LeadIds {
  ids: number[];
}

/**
 * POST erase: answers 200 with how many were erased. One that has another version by now stays. At most
 * 1,000.
 */
export interface LeadVersions {
  leads: { id: number; version: number }[];
}

export interface CountAnswer {
  count: number;
}

/** POST sign-in: answers 200 and `{}` whatever the address is; 429 with Retry-After after too many. */
export interface SignIn {
  email: string;
}

/** POST confirm, with the token of the link's fragment: 200 with a SessionAnswer, else 400 and `{}`. */
export interface Confirm {
  token: string;
}

// POST sign-out: 200 and `{}`.
// GET events: server-sent events; `change` says that lists and leads are to be read again.
// GET export?folder=…&text=…&format=csv|json: a download of all that is in the list.
// GET report.svg: the pictures of the last 90 days. GET report.txt: the same in words.

/**
 * The inbox's API: JSON below `/inbox/api`. Times are ISO 8601 in UTC. Without a session, every path
 * except `session`, `sign-in` and `confirm` answers 401. A response with a status other than 200 has the body `{}`.
 */

import type { Booking } from './booking.ts';
import type { LeadEvent, LeadFolder, LeadState, ListFolder } from './lead.ts';

/** GET session. `email` is null if no one is signed in. */
export interface SessionAnswer {
  email: string | null;
}

/** A lead in a list. Hidden characters in the visitor's text are made visible. */
export interface LeadRow extends Booking {
  id: number;
  created_at: string;
  folder: LeadFolder;
  /** False while the lead is new and this person has not opened it. */
  isRead: boolean;
  /** The lead has been new for longer than CONTACT_WITHIN. */
  isOverdue: boolean;
  /** A channel could not notify the provider so far, or has given up. */
  isUndelivered: boolean;
  hasNote: boolean;
  /** Whether the same address or company has asked before. */
  askedBefore: boolean;
  /** An address; null: no owner. */
  owner: string | null;
  /** When a postponed lead returns to the list. */
  follow_up_at: string | null;
  /** The day of the return in the time zone TIME_ZONE: 'Tue 1 Dec'. */
  followUpDay: string | null;
  /** Increases with each change. */
  version: number;
}

export type Counts = Record<ListFolder, number>;

/**
 * POST leads {folder?, mine?: 'true', text?, month?, after?}: a page of at most 50 leads. Overdue leads come
 * first, oldest first. Then come the others, newest first. No `folder` means `all`. `text` searches all folders.
 * `month`: `2026-11` in the time zone TIME_ZONE. `after`: the `next` of the previous page.
 */
export interface LeadsAnswer {
  leads: LeadRow[];
  /** When the oldest lead was made, for the list of months. Null without leads. */
  since: string | null;
  next: string | null;
  counts: Counts;
}

/** GET leads/ID marks the lead as read by this person. 404 if there is no such lead. */
export interface LeadAnswer {
  lead: LeadRow & {
    /** The lead's details as in the email to the provider, and the deliveries that have failed so far. */
    facts: { label: string; text: string }[];
    note: string;
    /** The language of the page, a BCP 47 tag. */
    language: string | null;
    /** Why the lead looks like spam: one phrase for each reason. */
    spamReasons: string[];
  };
  /** The other leads of the same address or company, newest first. */
  others: (Booking & { id: number; created_at: string; folder: LeadFolder })[];
  /** The addresses that may own a lead. */
  owners: readonly string[];
  /** The next two open days, and the first open day after a week, as `2026-11-27`. */
  followUpDays: readonly string[];
  /** Oldest first. */
  events: LeadEvent[];
  counts: Counts;
}

/** Sets the state, releases from quarantine, or erases. */
export type Action = LeadState | 'accept' | 'erase';

/** A change to leads. Omitted properties stay as they are. */
export type Change =
  | Action
  | {
      /** At most 5,000 characters. */
      note?: string;
      /** Postpones the lead to a date (2026-11-27) after today. Null: the lead is not postponed. */
      follow_up?: string | null;
      /** One of `owners`; null: no owner. */
      owner?: string | null;
    };

/**
 * POST change {change, leads: [{id, version}]}, with at most 1,000 leads. Skips leads that are quarantined or have
 * another version by now. Quarantined leads can be accepted at any version.
 */
export interface ChangeAnswer {
  changed: number;
  /** The named leads after the change, without erased ones. */
  leads: LeadRow[];
  /** Set if one lead was named and it still exists. */
  lead?: LeadAnswer;
  counts: Counts;
}

/** A row in a table of numbers. */
export interface ReportRow {
  label: string;
  /** One for each column. */
  texts: string[];
  /** The length of the row's bar, from 0 to 1. Undefined: no bar. */
  share?: number;
}

/** GET report: the numbers of the last 90 days. GET sources: the counts of the last 13 weeks. */
export interface ReportAnswer {
  title: string;
  note?: string;
  /** The column heads. Empty if there is only one column. */
  columns: string[];
  sections: { heading: string; rows: ReportRow[] }[];
}

// POST sign-in {email}: 200 and `{}` for every address. Too many requests get 429 with Retry-After.
// POST confirm {token}, the token in the link's fragment: 200 with a SessionAnswer, otherwise 400.
// POST sign-out {everywhere?: true}: 200 and `{}`. `everywhere` ends all sessions of the address.
// GET export?folder=…&mine=true&month=…: a CSV download of all leads in the list.

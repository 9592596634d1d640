/**
 * What the inbox and its server send each other: JSON below `/inbox/api`. Times are ISO 8601 in UTC.
 * Every address below it answers 401 if there is no session, except POST sign-in and confirm. An answer that is
 * not 200 has the body `{}`.
 */

import type { Booking } from './booking.ts';
import type { LeadEvent, LeadFolder, LeadState, ListFolder } from './lead.ts';

/** GET session. */
export interface SessionAnswer {
  email: string;
}

/** A lead in a list. Hidden characters in the visitor's text are made visible. */
export interface LeadRow extends Booking {
  id: number;
  created_at: string;
  folder: LeadFolder;
  /** False while it is new and this person has not opened it. */
  isRead: boolean;
  /** New for longer than CONTACT_WITHIN. */
  isOverdue: boolean;
  /** Whether a delivery is dead, or all are done. */
  delivery: 'pending' | 'done' | 'dead' | 'none';
  hasNote: boolean;
  /** Whether the same address or company has asked before. */
  askedBefore: boolean;
  /** An address; null: no owner. */
  owner: string | null;
  /** When it returns to the list. */
  follow_up_at: string | null;
  /** Grows with each change of state or note. */
  version: number;
}

export type Counts = Record<ListFolder, number>;

/**
 * POST leads {folder?, mine?, text?, since?, until?, after?}: a page of at most 50 leads. The overdue are
 * first, the oldest of them at the top; then the others, the newest at the top. No `folder`: all but the
 * quarantined; `text` searches every folder. `after`: the `next` of the page before.
 */
export interface LeadsAnswer {
  leads: LeadRow[];
  next: string | null;
  counts: Counts;
}

export interface LeadDelivery {
  channel: string;
  state: 'pending' | 'done' | 'dead';
  attempts: number;
  next_at: string;
  done_at: string | null;
  last_error: string | null;
}

/** GET leads/ID, which marks the lead as read by this person; 404 where there is none. */
export interface LeadAnswer {
  lead: LeadRow & {
    /** Every field with its label, as the provider's email has them. */
    fields: { label: string; value: string }[];
    note: string;
    /** The same values came again, more than ten minutes later. */
    asked_again_at: string | null;
    /** The language of the page, a BCP 47 tag. */
    language: string | null;
    /** The browser's IANA time zone. */
    time_zone: string | null;
    /** Where the visit came from, as `sourceLabels` or the provider names it. */
    source: string | null;
    contacted_at: string | null;
    closed_at: string | null;
    /** Why it looks like spam, a phrase each. */
    spamReasons: string[];
    /** The promised time of contact, if CONTACT_WITHIN is set. */
    contact_by: string | null;
  };
  /** The other leads of the same address or company, the newest first. */
  others: (Booking & { id: number; created_at: string; folder: LeadFolder })[];
  /** Who may own a lead. */
  owners: readonly string[];
  /** Tomorrow, in three days and in a week, each moved to the next open day, as `2026-11-27`. */
  followUpDays: readonly string[];
  deliveries: LeadDelivery[];
  /** The oldest first. */
  events: LeadEvent[];
  counts: Counts;
}

/** What can be done with leads. What is left out of an object stays. */
export type Change =
  | 'accept'
  | 'erase'
  | {
      state?: LeadState;
      /** At most 5,000 characters. */
      note?: string;
      /** A date (2026-11-27) after today; null: it does not return. */
      follow_up?: string | null;
      /** One of `owners`; null: no owner. */
      owner?: string | null;
    };

/**
 * POST change {change, leads: [{id, version}]}, with at most 1,000 leads. A lead that has another version by now or
 * is quarantined stays as it is. Any version is accepted.
 */
export interface ChangeAnswer {
  changed: number;
  /** The named leads as they are now. Erased leads are left out. */
  leads: LeadRow[];
  /** If only one lead was named, and it is there. */
  lead?: LeadAnswer;
  counts: Counts;
}

/** A line of a table of numbers. */
export interface ReportRow {
  label: string;
  /** One for each column. */
  texts: string[];
  /** The length of its bar, from 0 to 1, if it has one. */
  share?: number;
}

/** GET report: the numbers of the last 90 days. GET where-from: the sources of the last 13 weeks. */
export interface ReportAnswer {
  title: string;
  note?: string;
  /** Their names; empty for a single column. */
  columns: string[];
  sections: { heading: string; rows: ReportRow[] }[];
}

// POST sign-in {email}: 200 and `{}` for every address; 429 with Retry-After after too many.
// POST confirm {token}, which is that of the link's fragment: 200 with a SessionAnswer, else 400.
// POST sign-out {everywhere?: true}: 200 and `{}`. `everywhere` ends all sessions of the address.
// GET export?folder=…&since=…&until=…: a download in CSV of all that is in the list.

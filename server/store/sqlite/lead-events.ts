import type { DatabaseSync } from 'node:sqlite';
import type { LeadAction } from '../lead.ts';
import { timestamp } from './database.ts';

/** Tells open inboxes to look again. */
export function bumpRevision(database: DatabaseSync): void {
  database.exec('UPDATE lead_revision SET number = number + 1');
}

/** Prepares the statement that adds a line to a lead's history. Returns a function that runs it. */
export function prepareEventInsert(database: DatabaseSync, now: () => number) {
  const insert = database.prepare(
    'INSERT INTO lead_events (booking_id, at, who, action, text) VALUES (?, ?, ?, ?, ?)',
  );
  return (id: number, who: string, action: LeadAction, text: string | null = null): void => {
    insert.run(id, timestamp(now()), who, action, text);
  };
}

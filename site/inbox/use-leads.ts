import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LeadRow, LeadsAnswer } from './api.ts';
import { type Folder, listQuery, type Route } from './route.ts';
import { ask } from './server.ts';

/** How long after the last letter of a search, in milliseconds. */
const settled = 250;

/** As many more are shown at once. */
const pageSize = 50;

/**
 * The leads of a list; undefined until the first are there. `reload` reads again as many as are shown,
 * `older` some more. `onArrived` hears how many are new.
 */
export function useLeads({ folder, text }: Route, onArrived: (count: number) => void) {
  const [answer, setAnswer] = useState<LeadsAnswer>();
  const [isFailed, setFailed] = useState(false);
  const limit = useRef(pageSize);
  /** The newest reading, whose answer alone counts. */
  const latest = useRef({});
  const total = answer && countOf('all', answer);

  async function reload(): Promise<void> {
    const reading = {};
    latest.current = reading;
    const address = `leads${listQuery({ folder, text }, { limit: limit.current })}`;
    const found = await ask<LeadsAnswer>(address).catch(() => undefined);
    if (latest.current !== reading) return;
    setFailed(!found);
    if (!found) return;
    const arrived = countOf('all', found) - (total ?? Number.POSITIVE_INFINITY);
    if (arrived > 0) onArrived(arrived);
    setAnswer(found);
  }

  const start = useEffectEvent(() => {
    limit.current = pageSize;
    void reload();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each list
  useEffect(() => {
    const timer = setTimeout(() => start(), text ? settled : 0);
    return () => clearTimeout(timer);
  }, [folder, text]);

  function older() {
    limit.current += pageSize;
    void reload();
  }
  return { answer, isFailed, reload, older };
}

/** How many leads a list has. */
export function countOf(folder: Folder, { counts }: LeadsAnswer): number {
  return folder === 'all' ? counts.new + counts.contacted + counts.closed : counts[folder];
}

/**
 * Where in the list the keys are: the open lead, else the row that had the focus last. Where that row is
 * gone, by whomever, the one in its place gets the focus.
 */
export function useCursor(leads: readonly LeadRow[], openId: number | undefined) {
  const [cursor, setCursor] = useState<{ id?: number | undefined; position: number }>();
  const at = leads.findIndex(({ id }) => id === (openId ?? cursor?.id));
  const row = leads[at];
  const rowId = row?.id;
  const position = cursor?.position ?? 0;

  useEffect(() => {
    if (rowId !== undefined) setCursor({ id: rowId, position: at });
  }, [rowId, at]);

  const closed = useEffectEvent(() => focusRow(cursor?.id));
  useEffect(() => {
    if (openId === undefined) closed();
  }, [openId]);

  const lost = useEffectEvent(() => {
    if (row || !cursor || document.activeElement !== document.body) return;
    focusRow(leads[Math.min(position, leads.length - 1)]?.id);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of the rows
  useEffect(() => {
    if (openId === undefined) lost();
  }, [openId, rowId, leads.length]);

  return {
    row,
    next: leads[row ? at + 1 : position],
    previous: leads[(row ? at : position) - 1],
    setCursor: (id: number | undefined, position: number) => setCursor({ id, position }),
    focus: () => focusRow(cursor?.id),
  };
}

/** Focuses the row of a lead, or the list where there is none. */
export function focusRow(id: number | undefined): void {
  const row = document.getElementById(`lead-${id}`);
  if (row) row.focus();
  else document.querySelector<HTMLElement>('.leads')?.focus({ preventScroll: true });
}

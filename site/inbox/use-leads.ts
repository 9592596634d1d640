import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LeadRow, LeadsAnswer } from './api.ts';
import { type Folder, listQuery, type Route } from './route.ts';
import { ask } from './server.ts';

/** How long after the last letter of a search, in milliseconds. */
const settled = 250;

/**
 * The leads of a list; undefined until the first are there. `reload` reads again as many as there are,
 * `older` only what comes next; both end when they are shown. `onArrived` hears how many are new.
 */
export function useLeads({ folder, text }: Route, onArrived: (count: number) => void) {
  const [answer, setAnswer] = useState<LeadsAnswer>();
  const [isFailed, setFailed] = useState(false);
  /** At least so many are shown: the server gives a page of them at once. */
  const wanted = useRef(1);
  /** The newest reading, whose answer alone counts. */
  const latest = useRef({});
  const total = answer && countOf('all', answer);

  async function read(known: readonly LeadRow[] = []): Promise<void> {
    const reading = {};
    latest.current = reading;
    try {
      const leads = [...known];
      let last: LeadsAnswer;
      do {
        const before = String(leads.at(-1)?.id ?? '');
        last = await ask(`leads${listQuery({ folder, text }, { before })}`);
        leads.push(...last.leads);
      } while (last.hasMore && leads.length < wanted.current);
      if (latest.current !== reading) return;
      const arrived = countOf('all', last) - (total ?? Number.POSITIVE_INFINITY);
      if (arrived > 0) onArrived(arrived);
      setAnswer({ ...last, leads });
      setFailed(false);
    } catch {
      if (latest.current === reading) setFailed(true);
    }
  }

  const start = useEffectEvent(() => {
    wanted.current = 1;
    void read();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each list
  useEffect(() => {
    const timer = setTimeout(() => start(), text ? settled : 0);
    return () => clearTimeout(timer);
  }, [folder, text]);

  return {
    answer,
    isFailed,
    reload: () => read(),
    older: () => {
      wanted.current = (answer?.leads.length ?? 0) + 1;
      return read(answer?.leads);
    },
  };
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

import { useEffect, useEffectEvent, useState } from 'react';
import type { LeadRow } from './api.ts';

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
  };
}

/** Focuses the row of a lead, or the list where there is none. */
export function focusRow(id: number | undefined): void {
  const row = document.getElementById(`lead-${id}`);
  if (row) row.focus();
  else document.querySelector<HTMLElement>('.leads')?.focus({ preventScroll: true });
}

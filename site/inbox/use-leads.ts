import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LeadRow, LeadsAnswer } from './api.ts';
import { type Folder, listQuery, type Route } from './route.ts';
import { ask } from './server.ts';

/** As many as the server gives at once. */
const page = 50;

/** How long after the last letter of a search, in milliseconds. */
const settled = 250;

/**
 * The leads of a list; undefined until the first are there. `reload` reads again as many as there are,
 * `older` only the 50 behind them; both end when they are shown. `onArrived` hears how many are new.
 */
export function useLeads({ folder, text }: Route, onArrived: (count: number) => void) {
  const [answer, setAnswer] = useState<LeadsAnswer>();
  const [isFailed, setFailed] = useState(false);
  const wanted = useRef(page);
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
    wanted.current = page;
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
      wanted.current = (answer?.leads.length ?? 0) + page;
      return read(answer?.leads);
    },
  };
}

/** How many leads a list has. */
export function countOf(folder: Folder, { counts }: LeadsAnswer): number {
  return folder === 'all' ? counts.new + counts.contacted + counts.closed : counts[folder];
}

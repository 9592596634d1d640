import { useEffect, useState } from 'react';
import type { LeadRow, LeadsAnswer } from './api.ts';
import type { Folder } from './place.ts';
import { ask } from './server.ts';

/** As many as the server gives at once. */
const page = 50;

/**
 * The leads of a list, read again with each `revision`; undefined until the first are there. `older`
 * reads 50 more.
 */
export function useLeads({ folder, text }: { folder: Folder; text: string }, revision: number) {
  const list = `${folder} ${text}`;
  const [wanted, setWanted] = useState({ list, count: page });
  const [answer, setAnswer] = useState<LeadsAnswer>();
  const [isFailed, setFailed] = useState(false);
  const count = wanted.list === list ? wanted.count : page;

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with each revision
  useEffect(() => {
    let isCurrent = true;
    const show = (answer: LeadsAnswer | undefined) => {
      if (!isCurrent) return;
      setFailed(answer === undefined);
      if (answer) setAnswer(answer);
    };
    readLeads(folder, text, count).then(show, () => show(undefined));
    return () => {
      isCurrent = false;
    };
  }, [list, folder, text, count, revision]);

  return {
    answer,
    isFailed,
    older: () => setWanted({ list, count: (answer?.leads.length ?? 0) + page }),
  };
}

async function readLeads(folder: Folder, text: string, count: number): Promise<LeadsAnswer> {
  let leads: LeadRow[] = [];
  for (;;) {
    const before = leads.at(-1)?.id;
    const query = listQuery(folder, text, before === undefined ? {} : { before: String(before) });
    const answer = await ask<LeadsAnswer>(`leads${query}`);
    leads = [...leads, ...answer.leads];
    if (!answer.hasMore || answer.leads.length === 0 || leads.length >= count)
      return { ...answer, leads };
  }
}

/** As the server reads it: a list, and what is asked of it. */
export function listQuery(folder: Folder, text: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    ...(folder !== 'all' && { folder }),
    ...(text && { text }),
    ...more,
  });
  return query.size > 0 ? `?${query}` : '';
}

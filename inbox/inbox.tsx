import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { brand } from '../content/brand.ts';
import { failureOf } from './changes.ts';
import { leave, post } from './client.ts';
import { counted } from './format.ts';
import { useKeys } from './keys.ts';
import { LeadPane } from './lead.tsx';
import { focusRow, List } from './list.tsx';
import { Fault, NoticeProvider, useNotices } from './notices.tsx';
import { addressOf, usePlace } from './place.ts';
import { useCounts, useLeads } from './queries.ts';
import { ReportPane } from './report-pane.tsx';

/** The list and the open lead side by side, or the report. */
export function Inbox({ email }: { email: string }) {
  const [isReport] = useRoute('/inbox/report');
  const { id } = usePlace();
  return (
    <NoticeProvider>
      <Bar email={email} isReport={isReport} />
      <main className="panes" data-lead={id !== undefined || undefined}>
        <Fault />
        {isReport ? <ReportPane /> : <Leads />}
      </main>
    </NoticeProvider>
  );
}

function Bar({ email, isReport }: { email: string; isReport: boolean }) {
  const { fail } = useNotices();
  const [, navigate] = useLocation();
  const signOut = useMutation({
    mutationFn: () => post<object>('sign-out', {}),
    onSuccess() {
      sessionStorage.clear();
      navigate('/inbox', { replace: true });
      leave('signed-out');
    },
    onError: (error) => fail(failureOf(error)),
  });
  return (
    <nav className="bar line" aria-label="Inbox pages">
      <h1>Inbox</h1>
      <Link className="quiet" href="/inbox" aria-current={isReport ? undefined : 'page'}>
        Leads
      </Link>
      <Link className="quiet" href="/inbox/report" aria-current={isReport ? 'page' : undefined}>
        Report
      </Link>
      <button type="button" className="quiet" title={email} onClick={() => signOut.mutate()}>
        Sign out
      </button>
    </nav>
  );
}

/** In milliseconds, after the last letter of a search. */
const searchDelay = 250;

function Leads() {
  const place = usePlace();
  const { folder, text, id } = place;
  const [, navigate] = useLocation();
  const search = useRef<HTMLInputElement>(null);
  const searched = useDelayed(text, searchDelay);
  const list = useLeads({ folder, text: searched });
  const leads = list.data?.pages.flatMap((page) => page.leads) ?? [];
  const row = leads.find((lead) => lead.id === id);
  useTitle(row?.name);

  // The newest are first, and the newest has the highest number.
  const next = leads.find((lead) => id !== undefined && lead.id < id);
  const previous = leads.findLast((lead) => id !== undefined && lead.id > id);
  function step(by: 1 | -1): void {
    const lead = by === 1 ? next : previous;
    if (lead) navigate(addressOf(place, lead.id));
    if (id !== undefined) return;
    const at = leads.findIndex((lead) => `lead-${lead.id}` === document.activeElement?.id);
    const target = leads[at === -1 ? 0 : at + by];
    if (target) focusRow(target.id);
  }
  useKeys((key) => {
    if (key === '/') search.current?.focus();
    else if (key === 'Escape') navigate(addressOf(place));
    else step(key === 'j' ? 1 : -1);
  });

  return (
    <>
      {list.isError && (
        <p className="status offline" role="status">
          The server does not answer. We keep trying.
        </p>
      )}
      <List list={list} leads={leads} isSettled={searched === text} search={search} />
      {id === undefined ? (
        <div className="centred nothing">
          <p className="status">Choose a lead to read it here.</p>
        </div>
      ) : (
        <LeadPane key={id} id={id} previous={previous} next={next} />
      )}
    </>
  );
}

/** The value as it was when it last stayed the same for so many milliseconds; an empty one at once. */
function useDelayed(value: string, delay: number): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), value === '' ? 0 : delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return delayed;
}

/** Names the lead and how many are new in the title, and announces leads that arrive. */
function useTitle(name: string | undefined): void {
  const counts = useCounts();
  const { announce } = useNotices();
  const waiting = counts?.new ? `(${counts.new}) ` : '';
  useEffect(() => {
    document.title = waiting + [name, 'Inbox', brand.name].filter(Boolean).join(' · ');
  }, [waiting, name]);

  const total = counts && counts.new + counts.contacted + counts.closed;
  const known = useRef(total);
  useEffect(() => {
    if (total === undefined) return;
    const arrived = total - (known.current ?? total);
    known.current = total;
    if (arrived > 0) announce(counted(arrived, 'new lead'));
  }, [total, announce]);
}

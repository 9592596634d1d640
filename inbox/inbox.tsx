import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { brand } from '../content/brand.ts';
import { ask, leave } from './client.ts';
import { counted } from './format.ts';
import { useKeys } from './keys.ts';
import { LeadPane } from './lead.tsx';
import { List } from './list.tsx';
import { Notices, notify, notifyFailure } from './notices.tsx';
import { usePlace } from './place.ts';
import { useCounts, useLeads } from './queries.ts';
import { Report } from './report.tsx';

const pages = [
  { path: '/inbox', name: 'Leads' },
  { path: '/inbox/report', name: 'Report' },
  { path: '/inbox/where-from', name: 'Sources' },
];

/** The list next to the open lead, or a report. */
export function Inbox({ email }: { email: string }) {
  const [path] = useLocation();
  const { id } = usePlace();
  const current = pages.find((page) => page.path === path) ?? pages[0];
  return (
    <>
      <nav className="bar line" aria-label="Inbox pages">
        <h1 className="visually-hidden">Inbox</h1>
        {pages.map((page) => (
          <Link
            key={page.path}
            className="quiet"
            href={page.path}
            aria-current={page === current ? 'page' : undefined}
          >
            {page.name}
          </Link>
        ))}
      </nav>
      <main className="panes" tabIndex={-1} data-lead={id !== undefined || undefined}>
        <Notices />
        {current === pages[0] ? (
          <Leads email={email} />
        ) : (
          <Report key={path} name={path.replace('/inbox/', '')} />
        )}
      </main>
    </>
  );
}

function SignOut({ email }: { email: string }) {
  const [, navigate] = useLocation();
  const signOut = useMutation({
    mutationFn: (everywhere: boolean) => ask<object>('sign-out', { everywhere }),
    onSuccess() {
      sessionStorage.clear();
      navigate('/inbox', { replace: true });
      leave();
    },
    onError: notifyFailure,
  });
  return (
    <p className="line">
      <small>{email}</small>
      <button type="button" className="quiet" onClick={() => signOut.mutate(false)}>
        Sign out
      </button>
      <button type="button" className="quiet" onClick={() => signOut.mutate(true)}>
        Sign out everywhere
      </button>
    </p>
  );
}

function Leads({ email }: { email: string }) {
  const place = usePlace();
  const { id } = place;
  const list = useLeads(place);
  const leads = list.data?.pages.flatMap((page) => page.leads) ?? [];
  const at = leads.findIndex((lead) => lead.id === id);
  useTitle(leads[at]?.name);
  useKeys();
  // A marked lead may leave the list. The next lead then has its index.
  const [lastAt, setLastAt] = useState(at);
  if (at !== -1 && at !== lastAt) setLastAt(at);
  return (
    <>
      {list.isError && (
        <p className="status offline" role="status">
          The server is not answering. Still trying.
        </p>
      )}
      <List list={list} leads={leads}>
        <SignOut email={email} />
      </List>
      {id === undefined ? (
        <p className="status nothing">Choose a lead to read it here.</p>
      ) : (
        <LeadPane
          key={id}
          id={id}
          previous={leads[lastAt - 1]}
          next={at === -1 ? leads[lastAt] : leads[at + 1]}
        />
      )}
    </>
  );
}

/** Shows the lead's name and the number of new leads in the title, and announces new leads. */
function useTitle(name: string | undefined): void {
  const { new: count } = useCounts() ?? {};
  const known = useRef(count);
  useEffect(() => {
    document.title =
      (count ? `(${count}) ` : '') + [name, 'Inbox', brand.name].filter(Boolean).join(' · ');
    const arrived = (count ?? 0) - (known.current ?? count ?? 0);
    known.current = count;
    if (arrived > 0) notify({ said: counted(arrived, 'new lead') });
  }, [count, name]);
}

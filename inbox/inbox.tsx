import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { brand } from '../content/brand.ts';
import { callApi, leave, useCounts, useLeads } from './client.ts';
import { counted } from './format.ts';
import { LeadPane } from './lead.tsx';
import { List } from './list.tsx';
import { Button } from './marks.tsx';
import { Notices, notify, notifyFailure } from './notices.tsx';
import { usePlace } from './place.ts';
import { Report } from './report.tsx';

const pages = [
  { path: '/inbox', name: 'Leads' },
  { path: '/inbox/report', name: 'Report' },
  { path: '/inbox/sources', name: 'Sources' },
];

/** The keys work only while this element has the focus. */
const focus = (element: HTMLElement | null) => element?.focus();

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
      <main
        className="panes"
        ref={focus}
        tabIndex={-1}
        onKeyDown={pressKey}
        data-lead={id !== undefined || undefined}
      >
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

/**
 * A key presses or focuses the element with it in `aria-keyshortcuts`. In a list, j and k move the focus. For the
 * element `main`: keys work only while the focus is in it, outside fields and dialogs (WCAG 2.1.4).
 */
function pressKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const focused = document.activeElement;
  if (!['/', 'Escape', 'j', 'k'].includes(key) || ctrlKey || metaKey || altKey) return;
  if (focused?.closest('dialog, [type=search], select, textarea')) return;
  event.preventDefault();
  const target = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  const row = focused?.closest('li');
  const next = key === 'j' ? row?.nextElementSibling : row?.previousElementSibling;
  if (target instanceof HTMLInputElement) target.focus();
  else if (target) target.click();
  else if (document.querySelector('article') === null)
    (row ? next : document.querySelector('.row'))?.querySelector('a')?.focus();
}

function SignOut({ email }: { email: string }) {
  const [, navigate] = useLocation();
  const signOut = useMutation({
    mutationFn: (everywhere: boolean) => callApi<object>('sign-out', { body: { everywhere } }),
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
      <Button className="quiet" onClick={() => signOut.mutate(false)}>
        Sign out
      </Button>
      <Button className="quiet" onClick={() => signOut.mutate(true)}>
        Sign out everywhere
      </Button>
    </p>
  );
}

function Leads({ email }: { email: string }) {
  const place = usePlace();
  const { id } = place;
  const list = useLeads(place);
  const leads = list.data?.pages.flatMap((page) => page.leads) ?? [];
  const at = leads.findIndex((lead) => lead.id === id);
  // A marked lead may leave the list. The next lead then has its index.
  const [lastAt, setLastAt] = useState(at);
  if (at !== -1 && at !== lastAt) setLastAt(at);
  return (
    <>
      <Title name={leads[at]?.name} />
      {list.isError && (
        <p className="status" role="status">
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

/** The window's title with the number of new leads. Announces those that arrive. */
function Title({ name = '' }: { name: string | undefined }) {
  const count = useCounts()?.new;
  const known = useRef(count);
  useEffect(() => {
    const arrived = count === undefined || known.current === undefined ? 0 : count - known.current;
    if (arrived > 0) notify(counted(arrived, 'new lead'));
    known.current = count;
  }, [count]);
  const number = count ? `(${count}) ` : '';
  return <title>{number + [name, 'Inbox', brand.name].filter(Boolean).join(' · ')}</title>;
}

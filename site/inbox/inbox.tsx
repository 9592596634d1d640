import { useEffect, useEffectEvent, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { type FinalAction, LeadActions, Undo, useActions } from './actions.tsx';
import type { LeadRow, LeadState, SessionAnswer } from './api.ts';
import { Keys, useKeys } from './keys.tsx';
import { Lead } from './lead.tsx';
import { List } from './list.tsx';
import { Engraving } from './marks.tsx';
import { addressOf, follow, go, type Route } from './route.ts';
import { failureOf, retryDelay, useLive } from './server.ts';
import { counted, texts } from './texts.ts';
import { focusRow, useCursor, useLeads } from './use-leads.ts';

interface InboxProps {
  route: Route;
  session: SessionAnswer;
  onSignOut(notice: string): Promise<void>;
}

/** In milliseconds. */
const minute = 60_000;

/** The list and the open lead side by side, or the report. */
export function Inbox({ route, session, onSignOut }: InboxProps) {
  const { view, id } = route;
  const [announcement, announce] = useState('');
  const [fault, setFault] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [revision, setRevision] = useState(0);
  const { answer, isFailed, reload, older } = useLeads(route, (count) =>
    announce(counted(count, texts.list.arrived)),
  );
  const refresh = () => {
    setRevision((revision) => revision + 1);
    return reload();
  };
  const isLive = useLive(refresh);
  const { pending, mark, start, send, end } = useActions({ announce, onFault: setFault, refresh });

  const hidden = new Set(pending.flatMap(({ leads }) => leads.map(({ id }) => id)));
  const leads = answer?.leads.filter(({ id }) => !hidden.has(id)) ?? [];
  const chosen = leads.filter(({ id }) => selected.has(id));
  const cursor = useCursor(leads, id);
  const { row, next, previous } = cursor;

  // How old a lead is and whether it is overdue, no event says.
  const again = useEffectEvent(refresh);
  useEffect(() => {
    const timer = setInterval(() => again(), isFailed ? retryDelay : minute);
    return () => clearInterval(timer);
  }, [isFailed]);

  const waiting = answer?.counts.new ? `(${answer.counts.new}) ` : '';
  const name = view === 'report' ? texts.nav.report : id !== undefined && row?.name;
  useEffect(() => {
    document.title = waiting + [name, texts.title, brand.name].filter(Boolean).join(' · ');
  }, [waiting, name]);

  // Those that are chosen are seen: not in another list, and not behind an open lead on a phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each list and lead
  useEffect(() => setSelected(new Set()), [route.folder, route.text, id]);

  /** The buttons for those that are selected go, one of which may have the focus. */
  function deselect() {
    if (chosen.length > 0) cursor.focus();
    setSelected(new Set());
  }

  function change(rows: readonly LeadRow[], state: LeadState) {
    deselect();
    return mark(rows, state);
  }

  function remove(leads: readonly LeadRow[], action: FinalAction) {
    deselect();
    start({ action, leads });
    if (leads.some((lead) => lead.id === id)) go(addressOf(route));
  }

  useKeys((key) => {
    const target = key === 'j' ? next : key === 'k' ? previous : undefined;
    if (key === 'x' && row) setSelected(selected.symmetricDifference(new Set([row.id])));
    if (id !== undefined) return;
    if (target) focusRow(target.id);
    if (row && key === 'c') void change([row], 'contacted');
    if (row && key === 'e') void change([row], 'closed');
    if (row && key === '#') remove([row], 'erase');
  });

  const page = (address: string, text: string, isCurrent: boolean) => (
    <a
      className="quiet"
      href={address}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
    >
      {text}
    </a>
  );
  return (
    <>
      <nav className="bar line" aria-label={texts.nav.label}>
        <h1>{texts.title}</h1>
        {page('/inbox', texts.nav.leads, view === 'leads')}
        {page('/inbox/report', texts.nav.report, view === 'report')}
        <Keys />
        <button
          type="button"
          className="quiet"
          title={session.email}
          onClick={() =>
            onSignOut(pending.length > 0 ? texts.actions.undone : '').catch((error) =>
              setFault(failureOf(error)),
            )
          }
        >
          {texts.nav.signOut}
        </button>
      </nav>
      <main className="panes" data-lead={id !== undefined || undefined}>
        <div role="alert" className="faults">
          {fault && (
            <p className="banner">
              {fault}{' '}
              <button type="button" className="quiet" onClick={() => setFault('')}>
                {texts.dismiss}
              </button>
            </p>
          )}
        </div>
        {(isFailed || !isLive) && (
          <p className="status offline" role="status">
            {isFailed ? texts.unreachable : texts.offline}
          </p>
        )}
        {view === 'report' ? (
          <Report />
        ) : (
          <>
            <List
              route={route}
              answer={answer}
              leads={leads}
              selected={new Set(chosen.map(({ id }) => id))}
              onSelect={setSelected}
              onCursor={cursor.setCursor}
              onOlder={older}
              actions={
                <LeadActions
                  folder={route.folder}
                  className="quiet"
                  onMark={(state) => change(chosen, state)}
                  onRemove={(action) => remove(chosen, action)}
                />
              }
            />
            {id === undefined ? (
              <div className="centred nothing">
                <Engraving name={brand.name} />
                <p className="status">{texts.list.choose}</p>
              </div>
            ) : (
              <Lead
                key={id}
                id={id}
                revision={revision}
                route={route}
                previous={previous}
                next={next}
                announce={announce}
                onFault={setFault}
                onChange={refresh}
                onMark={(lead, state) => change([lead], state)}
                onRemove={(lead, action) => remove([lead], action)}
              />
            )}
          </>
        )}
        <div className="undos">
          {pending.map((action) => (
            <Undo
              key={action.leads[0]?.id}
              {...action}
              onUndo={() => {
                end(action);
                announce(texts.actions.undone);
                setTimeout(() => focusRow(action.leads[0]?.id));
              }}
              onDue={() => send(action)}
            />
          ))}
        </div>
      </main>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </>
  );
}

/** The pictures that the server draws, to read, print, or have as text. */
function Report() {
  const { report } = texts;
  return (
    <section className="report">
      <h2 className="visually-hidden">{report.title}</h2>
      <p className="line">
        <a className="quiet" href="/inbox/api/report.txt">
          {report.text}
        </a>
        <button type="button" className="quiet" onClick={() => print()}>
          {report.print}
        </button>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled sideways */}
      <figure className="pictures" aria-label={report.title} tabIndex={0}>
        <img src="/inbox/api/report.svg" alt={report.alt} />
      </figure>
    </section>
  );
}

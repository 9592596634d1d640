import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { type Action, actionKeys, Undo, useActions } from './actions.tsx';
import type { LeadAnswer, LeadRow, LeadsAnswer, SessionAnswer } from './api.ts';
import { focusRow, useCursor } from './cursor.ts';
import { counted } from './format.ts';
import { Keys, useKeys } from './keys.tsx';
import { Lead } from './lead.tsx';
import { List } from './list.tsx';
import { Engraving } from './marks.tsx';
import { Report } from './report.tsx';
import { addressOf, countOf, follow, go, listQuery, useRoute } from './route.ts';
import { ask, failureOf, type Refused, useAnswer, useLive } from './server.ts';
import { texts } from './texts.ts';

interface InboxProps {
  session: SessionAnswer;
  /** Nobody is signed in any more, and what to say of it. */
  onEnd(notice: string): void;
}

/** How many leads more are shown at once. */
const pageSize = 50;

/** How long after its last letter a search is asked for, in milliseconds. */
const settled = 250;

/** The list and the open lead side by side, or the report. */
export function Inbox({ session, onEnd }: InboxProps) {
  const route = useRoute();
  const { view, text, id } = route;
  // Once, and before a note reads its draft.
  useState(() => keepDraftsOf(session));
  const [announcement, announce] = useState('');
  const [fault, setFault] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [limit, setLimit] = useState(pageSize);
  const list = useAnswer<LeadsAnswer>(`leads${listQuery(route, { limit })}`, text ? settled : 0);
  const open = useAnswer<LeadAnswer>(id === undefined ? undefined : `leads/${id}`);
  const refresh = () => Promise.all([list.reload(), open.reload()]);
  const isLive = useLive(refresh);
  const { pending, act, send, end } = useActions({ announce, onFault: setFault, refresh });

  const { answer } = list;
  const isFailed = list.refused !== undefined;
  const hidden = new Set(pending.flatMap(({ leads }) => leads.map(({ id }) => id)));
  const leads = answer?.leads.filter(({ id }) => !hidden.has(id)) ?? [];
  const chosen = leads.filter(({ id }) => selected.has(id));
  const cursor = useCursor(leads, id);
  const { row, next, previous } = cursor;

  const total = answer && countOf('all', answer);
  const known = useRef(total);
  useEffect(() => {
    const arrived = (total ?? 0) - (known.current ?? Number.POSITIVE_INFINITY);
    if (arrived > 0) announce(counted(arrived, texts.list.arrived));
    known.current = total;
  }, [total]);

  const isEnded = list.refused?.status === 401;
  const ended = useEffectEvent(() => onEnd(texts.signIn.ended));
  useEffect(() => {
    if (isEnded) ended();
  }, [isEnded]);

  async function signOut() {
    try {
      await ask('sign-out', {});
      sessionStorage.clear();
      go('/inbox', true);
      onEnd(pending.length > 0 ? texts.actions.undone : '');
    } catch (error) {
      setFault(failureOf(error as Refused));
    }
  }

  const waiting = answer?.counts.new ? `(${answer.counts.new}) ` : '';
  const name = view === 'report' ? texts.nav.report : id !== undefined && row?.name;
  useEffect(() => {
    document.title = waiting + [name, texts.title, brand.name].filter(Boolean).join(' · ');
  }, [waiting, name]);

  // Those that are chosen are seen: not in another list, and not behind an open lead on a phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each list and lead
  useEffect(() => setSelected(new Set()), [route.folder, route.text, id]);

  function doWith(rows: readonly LeadRow[], action: Action) {
    // The buttons for those that are selected go, one of which may have the focus.
    if (chosen.length > 0) focusRow(row?.id);
    setSelected(new Set());
    if (act(rows, action) && rows.some((row) => row.id === id)) go(addressOf(route));
  }

  useKeys((key) => {
    const target = key === 'j' ? next : key === 'k' ? previous : undefined;
    if (key === 'x' && row) setSelected(selected.symmetricDifference(new Set([row.id])));
    if (id !== undefined) return;
    if (target) focusRow(target.id);
    const action = actionKeys[key];
    if (row && action) doWith([row], action);
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
        <button type="button" className="quiet" title={session.email} onClick={signOut}>
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
              answer={answer}
              leads={leads}
              selected={new Set(chosen.map(({ id }) => id))}
              onSelect={setSelected}
              onCursor={cursor.setCursor}
              onOlder={() => setLimit(limit + pageSize)}
              onAct={(action) => doWith(chosen, action)}
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
                said={open}
                previous={previous}
                next={next}
                announce={announce}
                onFault={setFault}
                onChange={refresh}
                onAct={(lead, action) => doWith([lead], action)}
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

/** The drafts in this tab are for those alone who wrote them. */
function keepDraftsOf({ email }: SessionAnswer): void {
  if (sessionStorage.getItem('email') !== email) sessionStorage.clear();
  sessionStorage.setItem('email', email);
}

import { useEffect, useEffectEvent, useState } from 'react';
import { brand } from '../../content/brand.ts';
import type { LeadAnswer, LeadRow, SessionAnswer } from './api.ts';
import { Choices, type State } from './choices.tsx';
import { Keys, useKeys } from './keys.tsx';
import { Lead } from './lead.tsx';
import { List } from './list.tsx';
import { Engraving, useSerial } from './marks.tsx';
import { addressOf, follow, go, type Place } from './place.ts';
import { Report } from './report.tsx';
import { ask, failureOf, type Refused, useLive } from './server.ts';
import { counted, texts } from './texts.ts';
import { type Removal, removalTexts, Undo } from './undo.tsx';
import { useLeads } from './use-leads.ts';

interface InboxProps {
  place: Place;
  session: SessionAnswer;
  onSignOut(farewell: string): Promise<void>;
}

/** In milliseconds. */
const retry = 5_000;
const minute = 60_000;

/** The list and the open lead side by side, or the report. */
export function Inbox({ place, session, onSignOut }: InboxProps) {
  const { view, id } = place;
  const [said, say] = useState('');
  const [fault, setFault] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  /** Where in the list the keys are: the open lead, else the row that had the focus last. */
  const [cursor, setCursor] = useState<{ id?: number | undefined; position: number }>();
  const [revision, setRevision] = useState(0);
  const { answer, isFailed, reload, older } = useLeads(place, (count) =>
    say(counted(count, texts.list.arrived)),
  );
  const refresh = () => {
    setRevision((revision) => revision + 1);
    return reload();
  };
  const isLive = useLive(refresh);
  const brandSerial = useSerial(brand.name);

  const removed = new Set(removals.flatMap(({ ids }) => ids));
  const leads = answer?.leads.filter(({ id }) => !removed.has(id)) ?? [];
  const chosen = leads.filter(({ id }) => selected.has(id));
  const at = leads.findIndex((lead) => lead.id === (id ?? cursor?.id));
  const row = leads[at];
  if (row && (row.id !== cursor?.id || at !== cursor.position))
    setCursor({ id: row.id, position: at });
  const next = leads[row ? at + 1 : (cursor?.position ?? 0)];
  const previous = leads[(row ? at : (cursor?.position ?? 0)) - 1];

  // How old a lead is and whether it is overdue, no event says.
  const again = useEffectEvent(refresh);
  useEffect(() => {
    const timer = setInterval(() => again(), isFailed ? retry : minute);
    return () => clearInterval(timer);
  }, [isFailed]);

  const waiting = answer?.counts.new ? `(${answer.counts.new}) ` : '';
  const name = view === 'report' ? texts.nav.report : id !== undefined && row?.name;
  useEffect(() => {
    document.title = waiting + [name, texts.title, brand.name].filter(Boolean).join(' · ');
  }, [waiting, name]);

  // Those that are chosen are seen: not in another list, and not behind an open lead on a phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each list and lead
  useEffect(() => setSelected(new Set()), [place.folder, place.text, id]);

  const closed = useEffectEvent(() => focusRow(cursor?.id));
  useEffect(() => {
    if (id === undefined) closed();
  }, [id]);

  // The row that had the focus is gone, by whomever: the one in its place has it now.
  useEffect(() => {
    if (id !== undefined || row || !cursor || document.activeElement !== document.body) return;
    focusRow(leads[Math.min(cursor.position, leads.length - 1)]?.id);
  });

  /** Gives what the last of them is now. */
  async function mark(rows: readonly LeadRow[], state: State) {
    const changes = rows.filter(({ folder }) => folder !== 'quarantined' && folder !== state);
    let conflicts = 0;
    let now: LeadAnswer | undefined;
    deselect();
    setFault('');
    try {
      for (const { id, version } of changes) {
        const change = { version, state };
        now = await ask<LeadAnswer>(`leads/${id}`, change).catch((error: Refused) => {
          if (error.status !== 409) throw error;
          conflicts += 1;
          return error.body as LeadAnswer;
        });
      }
      const changed = counted(changes.length - conflicts, texts.list.shown);
      if (changes.length > conflicts) say(`${changed}: ${texts.list[state]}`);
      if (conflicts > 0) setFault(counted(conflicts, texts.actions.conflicts));
    } catch (error) {
      setFault(failureOf(error as Refused));
    }
    void refresh();
    return now;
  }

  function remove(rows: readonly LeadRow[], action: Removal['action']) {
    const ids = rows.map(({ id }) => id);
    deselect();
    const leads = rows.map(({ id, version }) => ({ id, version }));
    setRemovals([{ action, ids, leads }, ...removals]);
    say(counted(ids.length, removalTexts[action].waiting));
    if (id !== undefined && ids.includes(id)) go(addressOf(place));
  }

  /** The buttons for those that are selected go, one of which may have the focus. */
  function deselect() {
    if (chosen.length > 0) focusRow(cursor?.id);
    setSelected(new Set());
  }

  useKeys((key) => {
    const target = key === 'j' ? next : key === 'k' ? previous : undefined;
    if (key === 'x' && row) setSelected(selected.symmetricDifference(new Set([row.id])));
    if (id !== undefined) return;
    if (target) focusRow(target.id);
    if (row && key === 'c') void mark([row], 'contacted');
    if (row && key === 'e') void mark([row], 'closed');
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
            onSignOut(removals.length > 0 ? texts.actions.undone : '').catch((error) =>
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
              place={place}
              answer={answer}
              leads={leads}
              selected={new Set(chosen.map(({ id }) => id))}
              onSelect={setSelected}
              onCursor={(id, position) => setCursor({ id, position })}
              onOlder={older}
              choices={
                <Choices
                  folder={place.folder}
                  className="quiet"
                  onMark={(state) => mark(chosen, state)}
                  onRemove={(action) => remove(chosen, action)}
                />
              }
            />
            {id === undefined ? (
              <div className="centred nothing">
                <Engraving serial={brandSerial} />
                <p className="status">{texts.list.choose}</p>
              </div>
            ) : (
              <Lead
                key={id}
                id={id}
                revision={revision}
                place={place}
                previous={previous}
                next={next}
                say={say}
                onFault={setFault}
                onChange={refresh}
                onMark={(lead, state) => mark([lead], state)}
                onRemove={(lead, action) => remove([lead], action)}
              />
            )}
          </>
        )}
        <div className="undos">
          {removals.map((removal) => {
            const end = () => setRemovals((all) => all.filter((one) => one !== removal));
            return (
              <Undo
                key={removal.ids[0]}
                {...removal}
                onUndo={() => {
                  end();
                  say(texts.actions.undone);
                  setTimeout(() => focusRow(removal.ids[0]));
                }}
                onDone={async (text) => {
                  await refresh();
                  end();
                  say(text);
                }}
                onFailed={async (text) => {
                  await refresh();
                  end();
                  setFault(text);
                }}
              />
            );
          })}
        </div>
      </main>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

/** The row of a lead, or the list where there is none. */
function focusRow(id: number | undefined): void {
  const row = document.getElementById(`lead-${id}`);
  if (row) row.focus();
  else document.querySelector<HTMLElement>('.leads')?.focus({ preventScroll: true });
}

import { useEffect, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import type { LeadRow, SessionAnswer } from './api.ts';
import { Engraving, useSerial } from './engraving.tsx';
import { type Command, KeysDialog, useKeys } from './keys.tsx';
import { Lead } from './lead.tsx';
import { List } from './list.tsx';
import { addressOf, follow, go, type Place } from './place.ts';
import { Report } from './report.tsx';
import { ask, Refused, useLive } from './server.ts';
import { counted, texts } from './texts.ts';
import { useUndo } from './undo.tsx';
import { useLeads } from './use-leads.ts';

interface InboxProps {
  place: Place;
  session: SessionAnswer;
  onSignOut(): Promise<void>;
  /** Leads were about to be erased or delivered, and were not. */
  onLost(): void;
}

/** In milliseconds. */
const retry = 5_000;

/** The list and the open lead side by side, or the report. */
export function Inbox({ place, session, onSignOut, onLost }: InboxProps) {
  const { view, folder, text, id } = place;
  const [revision, setRevision] = useState(0);
  const refresh = () => setRevision((revision) => revision + 1);
  const isLive = useLive(refresh);
  const { answer, isFailed, older } = useLeads(place, revision);
  const [said, say] = useState('');
  const [fault, setFault] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [cursor, setCursor] = useState<number>();
  const help = useRef<HTMLDialogElement>(null);
  /** How many leads there were, the quarantined left out. */
  const known = useRef<number>(undefined);
  /** Where the open lead, or the row of the keys, stood in the list when it was last there. */
  const position = useRef(0);
  const wantsFocus = useRef(false);
  const undo = useUndo({
    say,
    onLost,
    onFailed: setFault,
    onDone({ action, ids }) {
      if (action === 'accept' && known.current !== undefined) known.current += ids.length;
      refresh();
    },
  });
  const leads = answer?.leads.filter(undo.isShown);
  const chosen = leads?.filter(({ id }) => selected.has(id)) ?? [];
  const at = leads?.findIndex((lead) => lead.id === (id ?? cursor)) ?? -1;
  const isAbsent = at < 0;
  if (!isAbsent) position.current = at;
  const next = leads?.[isAbsent ? position.current : at + 1];
  const previous = leads?.[(isAbsent ? position.current : at) - 1];

  useEffect(() => {
    if (!isFailed) return;
    const timer = setInterval(() => setRevision((revision) => revision + 1), retry);
    return () => clearInterval(timer);
  }, [isFailed]);

  const counts = answer?.counts;
  const total = counts && counts.new + counts.contacted + counts.closed;
  useEffect(() => {
    if (total === undefined) return;
    const arrived = total - (known.current ?? total);
    known.current = total;
    if (arrived > 0) say(counted(arrived, texts.list.arrived));
  }, [total]);

  const open = answer?.leads.find((lead) => lead.id === id);
  useEffect(() => {
    const names = [view === 'report' ? texts.nav.report : open?.name, texts.title, brand.name];
    const waiting = counts?.new ? `(${counts.new}) ` : '';
    document.title = waiting + names.filter((name) => name !== undefined).join(' · ');
  }, [view, open?.name, counts?.new]);

  // Those that are chosen are seen: not behind an open lead on a phone, not in another list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each list and lead
  useEffect(() => setSelected(new Set()), [folder, text, id]);

  const opened = useRef<number>(undefined);
  useEffect(() => {
    if (id === undefined && opened.current !== undefined) focusRow(opened.current);
    opened.current = id;
  }, [id]);

  useEffect(() => {
    if (!wantsFocus.current || id !== undefined) return;
    wantsFocus.current = false;
    if (document.activeElement === document.body)
      focusRow(leads?.[Math.min(position.current, leads.length - 1)]?.id);
  });

  async function mark(rows: readonly LeadRow[], state: 'contacted' | 'closed') {
    const changes = rows.filter(({ folder }) => folder !== 'quarantined' && folder !== state);
    let conflicts = 0;
    setSelected(new Set());
    wantsFocus.current = true;
    for (const { id, version } of changes) {
      try {
        await ask(`leads/${id}`, { version, state });
      } catch (error) {
        if (!(error instanceof Refused && error.status === 409)) {
          setFault(texts.failed);
          break;
        }
        conflicts += 1;
      }
    }
    const { marked } = texts.actions;
    if (changes.length > conflicts) say(counted(changes.length - conflicts, marked));
    if (conflicts > 0) setFault(counted(conflicts, texts.actions.conflicts));
    refresh();
  }

  function remove(action: 'erase' | 'accept', ids: readonly number[]) {
    if (ids.length === 0) return;
    setSelected(new Set());
    wantsFocus.current = true;
    undo.start({ action, ids });
    if (id !== undefined && ids.includes(id)) go(addressOf({ folder, text, id: undefined }));
  }

  const move = (row: LeadRow | undefined) => {
    if (!row) return;
    if (id === undefined) focusRow(row.id);
    else go(addressOf({ folder, text, id: row.id }));
  };
  /** Those that are selected, else the row that the keys are at; an open lead has buttons of its own. */
  const act = (command: Command, many: (rows: readonly LeadRow[]) => void) => () => {
    if (chosen.length > 0) many(chosen);
    else if (id !== undefined) press(command);
    else many(leads?.filter((lead) => lead.id === cursor) ?? []);
  };
  const erase = (rows: readonly LeadRow[]) =>
    remove(
      'erase',
      rows.map(({ id }) => id),
    );
  useKeys({
    next: () => move(id === undefined && at < 0 ? leads?.[0] : next),
    previous: () => move(previous),
    open: () => press(undefined, cursor),
    back: () => go(addressOf({ folder, text, id: undefined })),
    select() {
      const row = id ?? cursor;
      if (row !== undefined) setSelected(selected.symmetricDifference(new Set([row])));
    },
    contacted: act('contacted', (rows) => void mark(rows, 'contacted')),
    close: act('close', (rows) => void mark(rows, 'closed')),
    reply: () => press('reply'),
    note: () => press('note'),
    erase: act('erase', erase),
    undo: undo.undo,
    search() {
      const input = document.getElementById('search');
      if (!input?.checkVisibility()) go(addressOf({ folder, text, id: undefined }));
      setTimeout(() => document.getElementById('search')?.focus());
    },
    help: () => help.current?.showModal(),
  });

  return (
    <>
      <nav className="bar" aria-label={texts.nav.label}>
        <h1>{texts.title}</h1>
        <a href="/inbox" aria-current={view === 'leads' ? 'page' : undefined} onClick={follow}>
          {texts.nav.leads}
        </a>
        <a
          href="/inbox/report"
          aria-current={view === 'report' ? 'page' : undefined}
          onClick={follow}
        >
          {texts.nav.report}
        </a>
        <button type="button" className="keys-button" onClick={() => help.current?.showModal()}>
          {texts.nav.keys}
        </button>
        <button
          type="button"
          title={session.email}
          onClick={() => onSignOut().catch(() => setFault(texts.failed))}
        >
          {texts.nav.signOut}
        </button>
      </nav>
      <main className="panes" data-lead={id !== undefined || undefined}>
        <div role="alert" className="faults">
          {fault && (
            <p className="banner">
              {fault}{' '}
              <button type="button" onClick={() => setFault('')}>
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
              leads={leads}
              answer={answer}
              selected={new Set(chosen.map(({ id }) => id))}
              onSelect={setSelected}
              onCursor={setCursor}
              onOlder={older}
              actions={
                <Actions
                  isQuarantine={folder === 'quarantined'}
                  onMark={(state) => mark(chosen, state)}
                  onRemove={(action) =>
                    remove(
                      action,
                      chosen.map(({ id }) => id),
                    )
                  }
                />
              }
            />
            {id === undefined ? (
              <Nothing />
            ) : (
              <Lead
                key={id}
                id={id}
                revision={revision}
                list={{ folder, text }}
                previous={previous}
                next={next}
                say={say}
                onChange={refresh}
                onRemove={(action) => remove(action, [id])}
              />
            )}
          </>
        )}
        {undo.bar}
      </main>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <KeysDialog dialog={help} />
    </>
  );
}

interface ActionsProps {
  isQuarantine: boolean;
  onMark(state: 'contacted' | 'closed'): void;
  onRemove(action: 'erase' | 'accept'): void;
}

function Actions({ isQuarantine, onMark, onRemove }: ActionsProps) {
  const { actions } = texts;
  const button = (text: string, act: () => void) => (
    <button key={text} type="button" onClick={act}>
      {text}
    </button>
  );
  return (
    <span className="bulk">
      {isQuarantine
        ? button(actions.accept, () => onRemove('accept'))
        : [
            button(actions.contacted, () => onMark('contacted')),
            button(actions.close, () => onMark('closed')),
          ]}
      {button(actions.erase, () => onRemove('erase'))}
    </span>
  );
}

/** Beside the list while no lead is open. */
function Nothing() {
  return (
    <div className="nothing">
      <Engraving serial={useSerial(brand.name)} />
      <p className="status">{texts.list.choose}</p>
    </div>
  );
}

function focusRow(id: number | undefined): void {
  document.getElementById(id === undefined ? 'search' : `lead-${id}`)?.focus();
}

/** Presses what stands for a command in the open lead, or follows the link of a row. */
function press(command: Command | undefined, row?: number): void {
  const selector = command ? `[data-command="${command}"]` : `#lead-${row}`;
  const element = document.querySelector<HTMLElement>(selector);
  if (element instanceof HTMLTextAreaElement) element.focus();
  else element?.click();
}

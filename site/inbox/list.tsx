import { type ReactNode, useEffect, useState } from 'react';
import { interpolate } from '../interpolate.ts';
import type { LeadRow, LeadsAnswer } from './api.ts';
import { Mark, Marks, When } from './marks.tsx';
import { addressOf, folders, follow, go, type Place } from './place.ts';
import { counted, texts } from './texts.ts';
import { listQuery } from './use-leads.ts';

interface ListProps {
  place: Place;
  /** What is shown; undefined: not there yet. */
  leads: readonly LeadRow[] | undefined;
  answer: LeadsAnswer | undefined;
  selected: ReadonlySet<number>;
  onSelect(ids: ReadonlySet<number>): void;
  /** The row that the keys are at. */
  onCursor(id: number): void;
  onOlder(): void;
  /** What can be done with those that are selected. */
  actions: ReactNode;
}

/** The leads of a folder, newest first, with search, selection and export. */
export function List(props: ListProps) {
  const { place, leads, answer, selected, onSelect, onCursor, onOlder, actions } = props;
  const { list } = texts;
  const total = place.folder === 'all' ? sum(answer) : answer?.counts[place.folder];
  return (
    <section className="leads" aria-label={list.label}>
      <Folders place={place} answer={answer} />
      <Search place={place} />
      <div className="list-bar">
        <input
          type="checkbox"
          aria-label={list.selectAll}
          disabled={!leads?.length}
          checked={leads !== undefined && leads.length > 0 && selected.size === leads.length}
          ref={(box) => {
            if (box) box.indeterminate = selected.size > 0 && selected.size < (leads?.length ?? 0);
          }}
          onChange={({ target }) =>
            onSelect(new Set(target.checked ? leads?.map(({ id }) => id) : []))
          }
        />
        {selected.size > 0 ? (
          <>
            <span className="count">{interpolate(list.selected, { count: selected.size })}</span>
            {actions}
          </>
        ) : (
          <>
            <span className="count">
              {place.text === '' && total !== undefined && counted(total, list.shown)}
            </span>
            <span className="exports">
              {list.export}
              {(['csv', 'json'] as const).map((format) => (
                <a key={format} download href={exportOf(place, format)}>
                  {format.toUpperCase()}
                </a>
              ))}
            </span>
          </>
        )}
      </div>
      <ol className="rows">
        {leads?.map((lead) => (
          <Row
            key={lead.id}
            lead={lead}
            place={place}
            isSelected={selected.has(lead.id)}
            onSelect={(isSelected) => {
              const ids = new Set(selected);
              if (isSelected) ids.add(lead.id);
              else ids.delete(lead.id);
              onSelect(ids);
            }}
            onCursor={onCursor}
          />
        ))}
      </ol>
      {leads === undefined && <p className="status">{texts.loading}</p>}
      {leads?.length === 0 && (
        <p className="status">{list.empty[place.text ? 'search' : place.folder]}</p>
      )}
      {answer?.hasMore && (
        <button type="button" className="button second small older" onClick={onOlder}>
          {list.older}
        </button>
      )}
    </section>
  );
}

interface RowProps {
  lead: LeadRow;
  place: Place;
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
  onCursor(id: number): void;
}

function Row({ lead, place, isSelected, onSelect, onCursor }: RowProps) {
  const { id, name, company_name, isRead } = lead;
  const isOpen = id === place.id;
  return (
    <li className="row" data-unread={!isRead || undefined} data-open={isOpen || undefined}>
      <input
        type="checkbox"
        aria-label={interpolate(texts.list.select, { name })}
        checked={isSelected}
        onChange={({ target }) => onSelect(target.checked)}
        onFocus={() => onCursor(id)}
      />
      <a
        id={`lead-${id}`}
        href={addressOf({ ...place, id })}
        aria-current={isOpen ? 'true' : undefined}
        onClick={follow}
        onFocus={() => onCursor(id)}
      >
        <span className="row-line">
          <span className="row-name">
            {!isRead && <Mark sign="unread" />}
            {name}
          </span>
          <When time={lead.created_at} style="narrow" />
        </span>
        <span className="row-line">
          <span className="row-company">{company_name}</span>
          <Marks lead={lead} />
        </span>
      </a>
    </li>
  );
}

function Folders({ place, answer }: { place: Place; answer: LeadsAnswer | undefined }) {
  return (
    <nav className="folders" aria-label={texts.list.folders}>
      {folders.map((folder) => (
        <a
          key={folder}
          href={addressOf({ folder, text: place.text, id: undefined })}
          aria-current={folder === place.folder ? 'page' : undefined}
          onClick={follow}
        >
          {texts.list[folder]}{' '}
          <span className="figure">{folder === 'all' ? sum(answer) : answer?.counts[folder]}</span>
        </a>
      ))}
    </nav>
  );
}

/** In milliseconds, after the last letter. */
const settled = 250;

function Search({ place }: { place: Place }) {
  const [typed, setTyped] = useState(place.text);
  const [shown, setShown] = useState(place.text);
  // Another list was chosen, or the browser went back.
  if (shown !== place.text) {
    setShown(place.text);
    if (typed.trim() !== place.text) setTyped(place.text);
  }
  const { folder, text, id } = place;
  useEffect(() => {
    if (typed.trim() === text) return;
    const search = () => go(addressOf({ folder, text: typed.trim(), id }), true);
    const timer = setTimeout(search, settled);
    return () => clearTimeout(timer);
  }, [typed, text, folder, id]);
  return (
    <search>
      <input
        id="search"
        type="search"
        aria-label={texts.list.search}
        placeholder={texts.list.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}

/** All but the quarantined. */
function sum(answer: LeadsAnswer | undefined): number | undefined {
  return answer && answer.counts.new + answer.counts.contacted + answer.counts.closed;
}

function exportOf({ folder, text }: Place, format: 'csv' | 'json'): string {
  return `/inbox/api/export${listQuery(folder, text, { format })}`;
}

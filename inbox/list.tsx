import { type RefObject, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { LeadRow } from '../booking/inbox-answers.ts';
import { actionsOf, mostLeads, useAct } from './changes.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { counted } from './format.ts';
import { ActionButtons, folderNames, Mark, Marks, When } from './marks.tsx';
import { addressOf, type Folder, folders, listQuery, usePlace } from './place.ts';
import { useCounts, type useLeads } from './queries.ts';

interface ListProps {
  list: ReturnType<typeof useLeads>;
  /** Of all its pages that were read. */
  leads: readonly LeadRow[];
  /** Whether these are the leads of the search as it is typed. */
  isSettled: boolean;
  search: RefObject<HTMLInputElement | null>;
}

/** The leads of a folder, newest first, with search, selection and export. */
export function List({ list, leads, isSettled, search }: ListProps) {
  const place = usePlace();
  const { folder, text } = place;
  const [, navigate] = useLocation();
  const counts = useCounts();
  const countOf = (one: Folder) =>
    counts && (one === 'all' ? counts.new + counts.contacted + counts.closed : counts[one]);
  const isStale = list.isPlaceholderData || !isSettled;
  return (
    <section className="leads" aria-label="List of leads" aria-busy={isStale} tabIndex={-1}>
      <nav className="folders line" aria-label="Folders">
        {folders.map((one) => (
          <Link
            key={one}
            href={addressOf({ folder: one, text })}
            aria-current={one === folder ? 'page' : undefined}
          >
            {folderNames[one]} <span className="figure">{countOf(one)}</span>
          </Link>
        ))}
      </nav>
      <search>
        <input
          ref={search}
          type="search"
          aria-label="Search"
          aria-keyshortcuts="/"
          placeholder="Search"
          value={text}
          onChange={({ target }) =>
            navigate(addressOf({ folder, text: target.value }, place.id), { replace: true })
          }
        />
      </search>
      <Rows leads={leads} isStale={isStale} count={text ? undefined : countOf(folder)} />
      {list.isPending && <p className="status">Loading …</p>}
      {list.isSuccess && leads.length === 0 && (
        <p className="status">{text ? 'No leads match.' : emptyText(folder, countOf('all'))}</p>
      )}
      {list.hasNextPage && (
        <button
          type="button"
          className="button second small"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage().then(() => focusRow(leads.at(-1)?.id))}
        >
          Older
        </button>
      )}
    </section>
  );
}

function emptyText(folder: Folder, total: number | undefined): string {
  if (folder === 'new' && total === 0) return 'Nobody has asked yet.';
  return {
    new: 'Nothing new. Everybody who asked has been contacted.',
    contacted: 'Nobody is waiting for a next step.',
    closed: 'Nothing is closed yet.',
    quarantined: 'Nothing looks like spam.',
    all: 'Nobody has asked yet.',
  }[folder];
}

interface RowsProps {
  leads: readonly LeadRow[];
  /** They are those of the list before, until the right ones are there: nothing can be done with them. */
  isStale: boolean;
  /** How many the folder has. */
  count: number | undefined;
}

function Rows({ leads, isStale, count }: RowsProps) {
  const place = usePlace();
  const { folder } = place;
  const act = useAct();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  /** As they were when the person asked: one that is changed meanwhile stays. */
  const [erasing, setErasing] = useState<readonly LeadRow[]>();
  // A selection is seen as long as it lasts: not in another list, and not behind an open lead on a phone.
  const address = addressOf(place, place.id);
  const [selectedAt, setSelectedAt] = useState(address);
  const chosen = isStale ? [] : leads.filter(({ id }) => selected.has(id));

  if (selectedAt !== address) {
    setSelectedAt(address);
    setSelected(new Set());
  }

  /** The buttons go with the selection, and one of them had the focus. */
  function finish() {
    setSelected(new Set());
    focusRow(undefined);
  }
  return (
    <>
      <div className="list-bar line">
        <input
          type="checkbox"
          aria-label="Select all shown"
          disabled={isStale || leads.length === 0}
          checked={chosen.length > 0 && chosen.length === leads.length}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < leads.length;
          }}
          onChange={({ target }) =>
            setSelected(
              new Set(target.checked ? leads.slice(0, mostLeads).map(({ id }) => id) : []),
            )
          }
        />
        {chosen.length > 0 ? (
          <>
            <small>{chosen.length} selected</small>
            <span className="line">
              <ActionButtons
                actions={actionsOf[folder]}
                className="quiet"
                isBusy={act.isPending}
                onAct={(action) => {
                  if (action === 'erase') setErasing(chosen);
                  else act.mutate({ action, leads: chosen }, { onSuccess: finish });
                }}
              />
            </span>
          </>
        ) : (
          <>
            <small>{count !== undefined && counted(count, 'lead')}</small>
            <a className="quiet" download href={`/inbox/api/export${listQuery(place, {})}`}>
              Export as CSV
            </a>
          </>
        )}
      </div>
      {erasing && (
        <EraseDialog leads={erasing} onDone={finish} onClose={() => setErasing(undefined)} />
      )}
      {leads.length > 0 && (
        <ol>
          {leads.map((lead) => (
            <Row
              key={lead.id}
              lead={lead}
              isSelected={chosen.includes(lead)}
              isStale={isStale}
              onSelect={() => setSelected(selected.symmetricDifference(new Set([lead.id])))}
            />
          ))}
        </ol>
      )}
    </>
  );
}

interface RowProps {
  lead: LeadRow;
  isSelected: boolean;
  isStale: boolean;
  onSelect(): void;
}

function Row({ lead, isSelected, isStale, onSelect }: RowProps) {
  const { id, name, isRead } = lead;
  const place = usePlace();
  return (
    <li className="row" data-unread={!isRead || undefined}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        disabled={isStale}
        checked={isSelected}
        onChange={onSelect}
      />
      <Link
        id={`lead-${id}`}
        href={addressOf(place, id)}
        aria-current={id === place.id ? 'true' : undefined}
      >
        <span className="line spread">
          <span className="row-name">
            {!isRead && <Mark sign="unread" />}
            {name}
          </span>
          <When time={lead.created_at} style="narrow" />
        </span>
        <span className="line spread">
          <small className="row-name">{lead.company_name}</small>
          <Marks lead={lead} />
        </span>
      </Link>
    </li>
  );
}

/** Focuses the row of a lead, or the list where there is none. */
export function focusRow(id: number | undefined): void {
  const row = document.getElementById(`lead-${id}`);
  if (row) row.focus();
  else document.querySelector<HTMLElement>('.leads')?.focus({ preventScroll: true });
}

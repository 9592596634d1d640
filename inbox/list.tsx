import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { formatExact } from '../booking/dates.ts';
import type { Action, LeadRow } from '../booking/inbox-answers.ts';
import { listFolders } from '../booking/lead.ts';
import { actionsOf, useChange } from './changes.ts';
import { useCounts, type useLeads } from './client.ts';
import { EraseDialog } from './dialogs.tsx';
import { isoDateOf, timeSince } from './format.ts';
import { ActionButtons, Button, folderNames, Marks } from './marks.tsx';
import { addressOf, filtersOf, type ListPlace, usePlace } from './place.ts';

interface ListProps {
  list: ReturnType<typeof useLeads>;
  /** The leads of all loaded pages. */
  leads: readonly LeadRow[];
  /** Shown below the list. */
  children: ReactNode;
}

/** The leads of a folder or a search. */
export function List({ list, leads, children }: ListProps) {
  const place = usePlace();
  const { folder, text, mine, month } = place;
  const [, navigate] = useLocation();
  const counts = useCounts();
  const filter = (change: Partial<ListPlace>, replace = false) =>
    navigate(addressOf({ ...place, ...change }, place.id), { replace });
  return (
    <section className="leads" aria-label="List of leads" tabIndex={-1}>
      <nav className="line" aria-label="Folders">
        {listFolders.map((one) => (
          <Link
            key={one}
            className="quiet"
            href={addressOf({ ...place, folder: one, text: '' })}
            aria-current={one === folder && !text ? 'page' : undefined}
          >
            {folderNames[one]} <small>{counts?.[one]}</small>
          </Link>
        ))}
      </nav>
      <search className="line">
        <input
          type="search"
          maxLength={300}
          aria-label="Search"
          aria-keyshortcuts="/"
          placeholder="Search all folders"
          value={text}
          onChange={({ target }) => filter({ text: target.value }, true)}
        />
        <select
          aria-label="Month"
          value={month}
          onChange={({ target }) => filter({ month: target.value })}
        >
          <option value="">Any month</option>
          {monthsSince(list.data?.pages[0]?.since).map((one) => (
            <option key={one} value={one}>
              {monthName.format(Date.parse(`${one}-02`))}
            </option>
          ))}
        </select>
        <label className="line">
          <input
            type="checkbox"
            checked={mine !== ''}
            onChange={({ target }) => filter({ mine: target.checked ? 'true' : '' })}
          />
          Mine
        </label>
      </search>
      {/* The key clears the selection when another list or a lead is opened. */}
      <Rows key={addressOf(place, place.id)} leads={leads} isStale={list.isPlaceholderData} />
      {list.isPending && <p className="status">Loading …</p>}
      {list.isSuccess && leads.length === 0 && (
        <p className="status">{text || month || mine ? 'No leads match.' : 'No leads here.'}</p>
      )}
      {list.hasNextPage && (
        <Button
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage().then(() => focusRow(leads.at(-1)?.id))}
        >
          Older
        </Button>
      )}
      {children}
    </section>
  );
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** The months from a time until now, newest first, as `2026-11`. */
function monthsSince(time: string | null | undefined): string[] {
  const months: string[] = [];
  const oldest = new Date(time ?? Date.now());
  const month = new Date(oldest.getFullYear(), oldest.getMonth());
  for (; month.getTime() <= Date.now(); month.setMonth(month.getMonth() + 1))
    months.unshift(isoDateOf(month.getTime()).slice(0, 7));
  return months;
}

interface RowsProps {
  leads: readonly LeadRow[];
  /** The list still shows the previous list's rows, and disables them. */
  isStale: boolean;
}

/** The rows. The buttons act on the checked leads. */
function Rows({ leads, isStale }: RowsProps) {
  const place = usePlace();
  const change = useChange();
  /** The leads in the dialog, with the versions that it shows. A lead that changes meanwhile is not erased. */
  const [erasing, setErasing] = useState<readonly LeadRow[]>();
  const [checked, setChecked] = useState<readonly number[]>([]);
  const chosen = leads.filter(({ id }) => checked.includes(id));
  /** The focused button disappears with the selection. */
  function finish(): void {
    setChecked([]);
    focusRow(undefined);
  }

  function onAct(action: Action): void {
    if (action === 'erase') setErasing(chosen);
    else change.mutate({ leads: chosen, change: action }, { onSuccess: finish });
  }
  return (
    <>
      <fieldset disabled={isStale || change.isPending}>
        <div className="line list-bar">
          {leads.length > 0 && (
            <label className="line">
              <input
                type="checkbox"
                checked={chosen.length === leads.length}
                ref={(box) => {
                  if (box) box.indeterminate = chosen.length > 0 && !box.checked;
                }}
                onChange={({ target }) =>
                  setChecked(target.checked ? leads.map(({ id }) => id) : [])
                }
              />
              Select all
            </label>
          )}
          {chosen.length > 0 && (
            <ActionButtons
              actions={actionsOf[place.text ? 'all' : place.folder]}
              className="quiet"
              onAct={onAct}
            />
          )}
          {!place.text && chosen.length === 0 && (
            <a className="quiet" download href={`/inbox/api/export?${filtersOf(place)}`}>
              Export as CSV
            </a>
          )}
        </div>
        {leads.length > 0 && (
          <ol>
            {leads.map((lead) => (
              <LeadItem
                key={lead.id}
                lead={lead}
                isChecked={chosen.includes(lead)}
                onCheck={(isOn) =>
                  setChecked(isOn ? [...checked, lead.id] : checked.filter((id) => id !== lead.id))
                }
              />
            ))}
          </ol>
        )}
      </fieldset>
      {erasing && (
        <EraseDialog leads={erasing} onDone={finish} onClose={() => setErasing(undefined)} />
      )}
    </>
  );
}

interface LeadItemProps {
  lead: LeadRow;
  isChecked: boolean;
  onCheck(isOn: boolean): void;
}

function LeadItem({ lead, isChecked, onCheck }: LeadItemProps) {
  const { id, name, isRead, created_at } = lead;
  const place = usePlace();
  return (
    <li className="row">
      <label className="line">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isChecked}
          onChange={({ target }) => onCheck(target.checked)}
        />
      </label>
      <Link
        id={`lead-${id}`}
        href={addressOf(place, id)}
        aria-current={id === place.id ? 'true' : undefined}
      >
        <span className={isRead ? undefined : 'unread'}>
          {!isRead && <span className="visually-hidden">Unread </span>}
          {name}
        </span>
        <time dateTime={created_at} title={formatExact(created_at)}>
          {timeSince(created_at)}
        </time>
        <small>{lead.company_name}</small>
        <Marks lead={lead} />
      </Link>
    </li>
  );
}

/** Focuses the lead's row, or the list if it has no such row. */
export function focusRow(id: number | undefined): void {
  const row = document.getElementById(`lead-${id}`);
  if (row) row.focus();
  else document.querySelector<HTMLElement>('.leads')?.focus({ preventScroll: true });
}

import { interpolate } from '../interpolate.ts';
import { type Action, LeadActions } from './actions.tsx';
import type { LeadRow, LeadsAnswer } from './api.ts';
import { counted } from './format.ts';
import { Mark, Marks, When } from './marks.tsx';
import { addressOf, countOf, folders, follow, go, listQuery, useRoute } from './route.ts';
import { texts } from './texts.ts';

interface ListProps {
  /** Undefined: not there yet. */
  answer: LeadsAnswer | undefined;
  /** Those of them that are shown. */
  leads: readonly LeadRow[];
  selected: ReadonlySet<number>;
  onSelect(ids: ReadonlySet<number>): void;
  /** The keys are at this row, or will be. */
  onCursor(id: number | undefined, position: number): void;
  onOlder(): void;
  /** With those that are selected. */
  onAct(action: Action): void;
}

/** The leads of a folder, newest first, with search, selection and export. */
export function List(props: ListProps) {
  const { answer, leads, selected, onSelect, onCursor, onOlder, onAct } = props;
  const route = useRoute();
  const { folder, text, id: openId } = route;
  const { list } = texts;
  const hidden = (answer?.leads.length ?? 0) - leads.length;
  const nobody = folder === 'new' && answer && countOf('all', answer) === 0;
  return (
    <section className="leads" aria-label={list.label} tabIndex={-1}>
      <nav className="folders line" aria-label={list.folders}>
        {folders.map((one) => (
          <a
            key={one}
            href={addressOf({ folder: one, text })}
            aria-current={one === folder ? 'page' : undefined}
            onClick={follow}
          >
            {list[one]} <span className="figure">{answer && countOf(one, answer)}</span>
          </a>
        ))}
      </nav>
      <search>
        <input
          type="search"
          aria-label={list.search}
          aria-keyshortcuts="/"
          placeholder={list.search}
          value={text}
          onChange={({ target }) => go(addressOf({ folder, text: target.value }, openId), true)}
        />
      </search>
      <div className="list-bar line">
        <input
          type="checkbox"
          aria-label={list.selectAll}
          disabled={leads.length === 0}
          checked={leads.length > 0 && selected.size === leads.length}
          ref={(box) => {
            if (box) box.indeterminate = selected.size > 0 && selected.size < leads.length;
          }}
          onChange={({ target }) =>
            onSelect(new Set(target.checked ? leads.map(({ id }) => id) : []))
          }
        />
        {selected.size > 0 ? (
          <>
            <small>{interpolate(list.selected, { count: selected.size })}</small>
            <span className="line">
              <LeadActions folder={folder} className="quiet" onAct={onAct} />
            </span>
          </>
        ) : (
          <>
            <small>
              {answer && !text && counted(countOf(folder, answer) - hidden, list.shown)}
            </small>
            <small className="line">
              {list.export}
              {['csv', 'json'].map((format) => (
                <a
                  key={format}
                  className="quiet"
                  download
                  href={`/inbox/api/export${listQuery(route, { format })}`}
                >
                  {format.toUpperCase()}
                </a>
              ))}
            </small>
          </>
        )}
      </div>
      {leads.length > 0 && (
        <ol>
          {leads.map((lead, position) => (
            <Row
              key={lead.id}
              lead={lead}
              isSelected={selected.has(lead.id)}
              onSelect={() => onSelect(selected.symmetricDifference(new Set([lead.id])))}
              onFocus={() => onCursor(lead.id, position)}
            />
          ))}
        </ol>
      )}
      {!answer && <p className="status">{texts.loading}</p>}
      {answer && leads.length === 0 && (
        <p className="status">{list.empty[text ? 'search' : nobody ? 'all' : folder]}</p>
      )}
      {answer?.hasMore && (
        <button
          type="button"
          className="button second small"
          onClick={() => {
            onCursor(undefined, leads.length);
            onOlder();
          }}
        >
          {list.older}
        </button>
      )}
    </section>
  );
}

interface RowProps {
  lead: LeadRow;
  isSelected: boolean;
  onSelect(): void;
  onFocus(): void;
}

function Row({ lead, isSelected, onSelect, onFocus }: RowProps) {
  const { id, name, isRead } = lead;
  const route = useRoute();
  return (
    <li className="row" data-unread={!isRead || undefined} onFocus={onFocus}>
      <input
        type="checkbox"
        aria-label={interpolate(texts.list.select, { name })}
        checked={isSelected}
        onChange={onSelect}
      />
      <a
        id={`lead-${id}`}
        href={addressOf(route, id)}
        aria-current={id === route.id ? 'true' : undefined}
        onClick={follow}
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
      </a>
    </li>
  );
}

import type { LeadRow } from '../booking/inbox-answers.ts';
import type { Action } from './changes.ts';
import { exactTime, fromNow } from './format.ts';
import type { Folder } from './place.ts';

export const folderNames: Record<Folder, string> = {
  new: 'New',
  contacted: 'Contacted',
  closed: 'Closed',
  quarantined: 'Quarantined',
  all: 'All',
};

const circle = 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8';

/** The signs of a lead by the names of their words, in one style. */
const signs = {
  unread: <path d="m8 1 7 7-7 7-7-7z" fill="currentColor" />,
  new: <circle cx="8" cy="8" r="5.5" fill="currentColor" />,
  contacted: (
    <>
      <path d={circle} />
      <path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z" fill="currentColor" />
    </>
  ),
  closed: <path d={`m4.8 8.3 2.3 2.3 4.2-4.8${circle}`} />,
  quarantined: <path d={`m3.8 3.8 8.4 8.4${circle}`} />,
  overdue: <path d={`M8 4.5V8l2.5 1.8${circle}`} />,
  undelivered: <path d="M8 2 1.5 13.5h13zM8 6.5v3.6m0 1.3v.6" />,
  note: <path d="M3 2.5h10v8l-3 3H3zM5.5 6h5m-5 2.8h3" />,
};

const signNames: Record<keyof typeof signs, string> = {
  ...folderNames,
  unread: 'Unread',
  overdue: 'Overdue',
  undelivered: 'Not delivered',
  note: 'Note',
};

/** A sign and its word. Next to a name the word of the unread one is only for people who do not see it. */
export function Mark({ sign }: { sign: keyof typeof signs }) {
  return (
    <span className={`mark ${sign}`}>
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        {signs[sign]}
      </svg>
      <span className={sign === 'unread' ? 'visually-hidden' : undefined}>{signNames[sign]}</span>
    </span>
  );
}

/** What a person should know of a lead: its state, and whatever is wrong. */
export function Marks({ lead }: { lead: LeadRow }) {
  return (
    <span className="line">
      <Mark sign={lead.folder} />
      {lead.isOverdue && <Mark sign="overdue" />}
      {lead.delivery === 'dead' && <Mark sign="undelivered" />}
      {lead.hasNote && <Mark sign="note" />}
    </span>
  );
}

const actionNames: Record<Action, string> = {
  contacted: 'Mark contacted',
  closed: 'Close',
  new: 'Reopen',
  accept: 'Not spam: deliver',
  erase: 'Erase',
};

interface ActionButtonsProps {
  actions: readonly Action[];
  /** Of each button. */
  className: string;
  isBusy: boolean;
  onAct(action: Action): void;
}

export function ActionButtons({ actions, className, isBusy, onAct }: ActionButtonsProps) {
  return actions.map((action) => (
    <button
      key={action}
      type="button"
      className={className}
      disabled={isBusy}
      onClick={() => onAct(action)}
    >
      {actionNames[action]}
    </button>
  ));
}

/** A time, told from now. The exact one is its title. */
export function When({ time, style = 'long' }: { time: string; style?: 'long' | 'narrow' }) {
  return (
    <time dateTime={time} title={exactTime(time)}>
      {fromNow(time, style)}
    </time>
  );
}

import type { ComponentProps } from 'react';
import type { Action, LeadRow } from '../booking/inbox-answers.ts';
import type { ListFolder } from '../booking/lead.ts';
import { actionNames } from './changes.ts';
import { exactTime, formatDay, fromNow } from './format.ts';

export const folderNames: Record<ListFolder, string> = {
  new: 'New',
  contacted: 'Contacted',
  closed: 'Closed',
  quarantined: 'Quarantined',
  later: 'Later',
  all: 'All but spam',
};

/** The state of a lead, and its problems. */
export function Marks({ lead }: { lead: LeadRow }) {
  return (
    <span className="line marks">
      <span>{folderNames[lead.folder]}</span>
      {lead.isOverdue && <strong>Overdue</strong>}
      {lead.delivery === 'dead' && <strong>Not delivered</strong>}
      {lead.askedBefore && <span>Asked before</span>}
      {lead.follow_up_at && <span>Again on {formatDay(lead.follow_up_at)}</span>}
      {lead.hasNote && <span>Note</span>}
    </span>
  );
}

/** A button that submits no form. */
export function Button({ className = 'button second small', ...props }: ComponentProps<'button'>) {
  return <button type="button" className={className} {...props} />;
}

interface ActionButtonsProps {
  actions: readonly Action[];
  className?: string;
  onAct(action: Action, form: HTMLFormElement | null): void;
}

export function ActionButtons({ actions, className, onAct }: ActionButtonsProps) {
  return actions.map((action) => (
    <Button
      key={action}
      className={className}
      onClick={({ currentTarget }) => onAct(action, currentTarget.form)}
    >
      {actionNames[action].button}
    </Button>
  ));
}

/** The relative time, with the exact time as its title. */
export function When({ time, style = 'long' }: { time: string; style?: 'long' | 'narrow' }) {
  return (
    <time dateTime={time} title={exactTime(time)}>
      {fromNow(time, style)}
    </time>
  );
}

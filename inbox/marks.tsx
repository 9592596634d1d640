import type { ComponentProps } from 'react';
import { formatExact } from '../booking/dates.ts';
import type { Action, LeadRow } from '../booking/inbox-answers.ts';
import type { ListFolder } from '../booking/lead.ts';
import { actionNames } from './changes.ts';

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
      {lead.isUndelivered && <strong>Not delivered</strong>}
      {lead.askedBefore && <span>Asked before</span>}
      {lead.followUpDay && <span>Again on {lead.followUpDay}</span>}
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
  onAct(action: Action): void;
}

export function ActionButtons({ actions, className, onAct }: ActionButtonsProps) {
  return actions.map((action) => (
    <Button key={action} className={className} onClick={() => onAct(action)}>
      {actionNames[action].button}
    </Button>
  ));
}

export function When({ time }: { time: string }) {
  return <time dateTime={time}>{formatExact(time)}</time>;
}

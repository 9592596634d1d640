import type { ReactNode } from 'react';
import { formatDay } from '../booking/dates.ts';
import type { LeadRow } from '../booking/inbox-answers.ts';
import { day } from '../booking/zones.ts';
import { useChange } from './changes.ts';
import { counted, isoDateOf } from './format.ts';
import { Button } from './marks.tsx';

interface DialogProps {
  title: string;
  onClose(): void;
  /** The first button gets the focus. */
  children: ReactNode;
}

/** A modal dialog that is open while it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <dialog className="sheet" ref={open} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

/** Closing it returns the focus. */
function open(dialog: HTMLDialogElement) {
  dialog.showModal();
  return () => dialog.close();
}

interface AgainDialogProps {
  /** The days to offer, as `2026-11-27`. */
  days: readonly string[];
  /** Whether a day is already set. */
  isSet: boolean;
  onDay(day: string | null): void;
  onClose(): void;
}

/** Asks for the day on which a lead returns to the list. */
export function AgainDialog({ days, isSet, onDay, onClose }: AgainDialogProps) {
  return (
    <Dialog title="Again on" onClose={onClose}>
      {[...days, ...(isSet ? [null] : [])].map((day) => (
        <Button key={day} onClick={() => onDay(day)}>
          {day === null ? 'No longer' : formatDay(day, 'UTC')}
        </Button>
      ))}
      <form
        className="line"
        onSubmit={(event) => {
          event.preventDefault();
          onDay(String(new FormData(event.currentTarget).get('day')));
        }}
      >
        <input
          type="date"
          name="day"
          aria-label="Another day"
          min={isoDateOf(Date.now() + day)}
          required
        />
        <button type="submit" className="button small">
          Set
        </button>
        <Button onClick={onClose}>Cancel</Button>
      </form>
    </Dialog>
  );
}

/** How many leads the dialog names. */
const mostNamed = 8;

interface EraseDialogProps {
  leads: readonly LeadRow[];
  /** `erased` leads are gone. The others stay, because someone else has changed them. */
  onDone(erased: number): void;
  onClose(): void;
}

/** Names the leads, and erases them after a confirmation. */
export function EraseDialog({ leads, onDone, onClose }: EraseDialogProps) {
  const erase = useChange();
  const more = leads.length - mostNamed;
  return (
    <Dialog title={`Erase ${counted(leads.length, 'lead')}?`} onClose={onClose}>
      <ul>
        {leads.slice(0, mostNamed).map(({ id, name, company_name }) => (
          <li key={id}>
            <strong>{name}</strong> <small>{company_name}</small>
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en')} more</li>}
      </ul>
      <p>
        Name, company, email address, note, history and deliveries will be erased. This cannot be
        undone.
      </p>
      <p className="line">
        <Button onClick={onClose}>Keep</Button>
        <Button
          className="button small"
          disabled={erase.isPending}
          onClick={() =>
            erase.mutate(
              { leads, change: 'erase' },
              { onSuccess: ({ changed }) => onDone(changed), onSettled: onClose },
            )
          }
        >
          Erase for good
        </Button>
      </p>
    </Dialog>
  );
}

import { useEffect, useRef } from 'react';
import type { LeadRow } from '../booking/inbox-answers.ts';
import { useAct } from './changes.ts';
import { counted } from './format.ts';

/** How many leads are named. */
const mostNamed = 8;

interface EraseDialogProps {
  leads: readonly LeadRow[];
  /** So many are gone; the others were changed by someone else meanwhile, and stay. */
  onDone(erased: number): void;
  onClose(): void;
}

/** Names what will be erased, and erases it when that is confirmed. */
export function EraseDialog({ leads, onDone, onClose }: EraseDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const act = useAct();
  useEffect(() => dialog.current?.showModal(), []);
  const more = leads.length - mostNamed;

  return (
    <dialog className="sheet" ref={dialog} aria-labelledby="erase" onClose={onClose}>
      <h2 id="erase">Erase {counted(leads.length, 'lead')}?</h2>
      <ul className="erased">
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
      <p className="actions">
        {/* The first one gets the focus. */}
        <button
          type="button"
          className="button second small"
          onClick={() => dialog.current?.close()}
        >
          Keep
        </button>
        <button
          type="button"
          className="button small"
          disabled={act.isPending}
          onClick={() =>
            act.mutate(
              { action: 'erase', leads },
              {
                onSuccess: ({ changed }) => onDone(changed),
                onSettled: () => dialog.current?.close(),
              },
            )
          }
        >
          Erase for good
        </button>
      </p>
    </dialog>
  );
}

import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { bookingFields } from '../booking/booking.ts';
import type { Action, LeadAnswer, LeadRow } from '../booking/inbox-answers.ts';
import { actionsOf, useChange } from './changes.ts';
import { AgainDialog, Dialog, EraseDialog } from './dialogs.tsx';
import { phonesIn } from './format.ts';
import { ActionButtons, Button } from './marks.tsx';
import { addressOf, usePlace } from './place.ts';
import { replyTo } from './reply.ts';

/** Focuses the heading of the lead. */
export function focusName(): void {
  document.getElementById('lead-name')?.focus({ preventScroll: true });
}

/** The actions on a lead. On a phone they are fixed at the bottom of the screen. */
export function Actions({ answer: { lead, followUpDays } }: { answer: LeadAnswer }) {
  const place = usePlace();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'reply' | 'again' | { erasing: LeadRow }>();
  const change = useChange();
  const close = () => setOpen(undefined);
  const toList = () => navigate(addressOf(place));
  // The focus is lost when a pressed button or a dialog disappears.
  useEffect(() => {
    if (document.activeElement === document.body) focusName();
  });

  function onAct(action: Action): void {
    // Keep the version that the dialog shows. If the lead changes meanwhile, it is not erased.
    if (action === 'erase') setOpen({ erasing: lead });
    else
      change.mutate(
        { leads: [lead], change: action },
        { onSuccess: action === 'accept' ? toList : close },
      );
  }

  const { note, folder } = lead;
  // Digits in an email address are not a phone number.
  const texts = bookingFields.filter((field) => field !== 'email').map((field) => lead[field]);
  return (
    <fieldset className="actions line" disabled={change.isPending}>
      {folder !== 'quarantined' && (
        <>
          <a
            className="button small"
            href={replyTo(lead, lead.language)}
            onClick={() => folder === 'new' && setOpen('reply')}
          >
            Reply
          </a>
          {phonesIn([...texts, note].join('\n')).map(({ number, link }) => (
            <a key={link} className="button small" href={link}>
              Call {number}
            </a>
          ))}
          <Button onClick={() => setOpen('again')}>Again on …</Button>
          <Button onClick={() => document.getElementById('note')?.focus()}>Note</Button>
        </>
      )}
      <ActionButtons actions={actionsOf[folder]} onAct={onAct} />
      {open === 'reply' && (
        <Dialog title={`Have you written to ${lead.name}?`} onClose={close}>
          <p className="line">
            <ActionButtons actions={['contacted']} className="button small" onAct={onAct} />
            <Button onClick={close}>Not yet</Button>
          </p>
        </Dialog>
      )}
      {open === 'again' && (
        <AgainDialog
          days={followUpDays}
          isSet={lead.follow_up_at !== null}
          onDay={(follow_up) =>
            change.mutate({ leads: [lead], change: { follow_up } }, { onSuccess: close })
          }
          onClose={close}
        />
      )}
      {typeof open === 'object' && (
        <EraseDialog
          leads={[open.erasing]}
          onDone={(erased) => erased > 0 && toList()}
          onClose={close}
        />
      )}
    </fieldset>
  );
}

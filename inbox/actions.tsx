import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { type Booking, bookingFields } from '../booking/booking.ts';
import type { Action, LeadAnswer, LeadRow } from '../booking/inbox-answers.ts';
import { brand } from '../content/brand.ts';
import { actionsOf, useChange } from './changes.ts';
import { AgainDialog, Dialog, EraseDialog } from './dialogs.tsx';
import { phonesIn } from './format.ts';
import { ActionButtons, Button } from './marks.tsx';
import { addressOf, usePlace } from './place.ts';

/** Focuses the heading of the lead. */
export function focusName(): void {
  document.getElementById('lead-name')?.focus({ preventScroll: true });
}

/** The actions on a lead. On a phone the most frequent ones are fixed at the bottom of the screen. */
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
  const [first, others] = [actionsOf[folder].slice(0, 1), actionsOf[folder].slice(1)];
  // Digits in an email address are not a phone number.
  const texts = bookingFields.filter((field) => field !== 'email').map((field) => lead[field]);
  return (
    <fieldset className="line" disabled={change.isPending}>
      <div className="line actions">
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
        <ActionButtons actions={first} onAct={onAct} />
      </div>
      <ActionButtons actions={others} onAct={onAct} />
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

type Reply = typeof import('../content/en/messages.ts').reply;

/** The draft of each language, keyed by the path of its file. */
const drafts = import.meta.glob<Reply>('../content/*/messages.ts', {
  eager: true,
  import: 'reply',
});

/**
 * The link of a draft in the mail program, in the lead's language (BCP 47), otherwise in the site's first one.
 * RFC 6068: lines end with CRLF, and every value is encoded, but not the `@`.
 */
function replyTo({ email, name }: Booking, language: string | null): string {
  const [code = ''] = (language ?? '').split('-');
  const draftIn = (code: string | undefined) => drafts[`../content/${code}/messages.ts`];
  const draft = draftIn(code.toLowerCase()) ?? draftIn(brand.languages[0]);
  const fill = (text = '') =>
    text.replaceAll('{brand}', brand.name).replaceAll('{name}', () => name);
  const subject = encodeURIComponent(fill(draft?.subject));
  const body = encodeURIComponent(`${fill(draft?.greeting)}\r\n\r\n${fill(draft?.body)}\r\n\r\n`);
  const address = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${address}?subject=${subject}&body=${body}`;
}

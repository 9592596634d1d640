import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { bookingFields } from '../booking/booking.ts';
import type { LeadAnswer, LeadRow } from '../booking/inbox-answers.ts';
import { type Action, actionsOf, changeOf, useChange } from './changes.ts';
import { ApiError } from './client.ts';
import { AgainDialog, Dialog, EraseDialog } from './dialogs.tsx';
import { phonesIn } from './format.ts';
import { focusRow } from './list.tsx';
import { ActionButtons, folderNames, Marks, When } from './marks.tsx';
import { Note } from './note.tsx';
import { addressOf, usePlace } from './place.ts';
import { useLead } from './queries.ts';
import { Facts, History } from './record.tsx';
import { replyTo } from './reply.ts';

interface LeadPaneProps {
  id: number;
  previous: LeadRow | undefined;
  next: LeadRow | undefined;
}

/** One lead with its facts, actions and history. */
export function LeadPane({ id, previous, next }: LeadPaneProps) {
  const place = usePlace();
  const { data: answer, error } = useLead(id);
  const isMissing = error instanceof ApiError && error.status === 404;
  useEffect(() => () => focusRow(id), [id]);

  const link = (text: string, key: string, to?: LeadRow) => (
    <Link className="quiet" href={addressOf(place, to?.id)} aria-keyshortcuts={key}>
      {text}
    </Link>
  );
  return (
    <article className="lead" aria-label="Lead">
      <p className="line">
        {link('Back to the list', 'Escape')}
        {previous && link('Previous lead', 'k', previous)}
        {next && link('Next lead', 'j', next)}
      </p>
      {isMissing ? (
        <p className="banner" role="alert">
          This lead no longer exists. It may have been erased.
        </p>
      ) : answer ? (
        <>
          <Head answer={answer} />
          <Actions answer={answer} />
          {answer.lead.folder !== 'quarantined' && <Owner answer={answer} />}
          <Others answer={answer} />
          {answer.lead.folder !== 'quarantined' && <Note lead={answer.lead} />}
          <History answer={answer} />
        </>
      ) : (
        <p className="status">Loading …</p>
      )}
    </article>
  );
}

function Head({ answer }: { answer: LeadAnswer }) {
  const { lead } = answer;
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useEffectEvent(() => heading.current?.focus({ preventScroll: true }));
  useEffect(() => {
    focus();
    scrollTo(0, 0);
  }, []);
  // A state change removes the pressed button, which had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each change of state
  useEffect(() => {
    if (document.activeElement === document.body) focus();
  }, [lead.folder]);
  return (
    <header>
      <Marks lead={lead} />
      <h2 ref={heading} tabIndex={-1}>
        {lead.name}
      </h2>
      <p>{lead.company_name}</p>
      <Facts lead={lead} />
      {lead.folder === 'quarantined' && (
        <p className="banner">
          This looks like spam, so it was kept and not delivered: {lead.spamReasons.join('; ')}
        </p>
      )}
    </header>
  );
}

function Owner({ answer: { lead, owners } }: { answer: LeadAnswer }) {
  const change = useChange();
  return (
    <label className="line">
      Owner
      <select
        value={lead.owner ?? ''}
        disabled={change.isPending}
        onChange={({ target }) =>
          change.mutate({ leads: [lead], change: { owner: target.value || null } })
        }
      >
        <option value="">No one</option>
        {[...new Set([...owners, ...(lead.owner ? [lead.owner] : [])])].map((owner) => (
          <option key={owner}>{owner}</option>
        ))}
      </select>
    </label>
  );
}

function Others({ answer: { others } }: { answer: LeadAnswer }) {
  const place = usePlace();
  if (others.length === 0) return null;
  return (
    <section>
      <h3>Other leads of the same address or company</h3>
      <ul>
        {others.map(({ id, name, company_name, email, created_at, folder }) => (
          <li key={id}>
            <Link href={addressOf(place, id)}>{[name, company_name, email].join(', ')}</Link>{' '}
            {folderNames[folder]} <When time={created_at} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** On a phone the actions are fixed at the bottom of the screen. */
function Actions({ answer: { lead, followUpDays } }: { answer: LeadAnswer }) {
  const place = usePlace();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'reply' | 'again' | { erasing: LeadRow }>();
  const change = useChange();
  const close = () => setOpen(undefined);
  const toList = () => navigate(addressOf(place));

  function onAct(action: Action): void {
    // Keep the version that the dialog shows. If the lead changes meanwhile, it is not erased.
    if (action === 'erase') setOpen({ erasing: lead });
    else
      change.mutate(
        { leads: [lead], change: changeOf(action) },
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
          <button type="button" className="button second small" onClick={() => setOpen('again')}>
            Again on …
          </button>
          <button
            type="button"
            className="button second small"
            onClick={() => document.getElementById('note')?.focus()}
          >
            Note
          </button>
        </>
      )}
      <ActionButtons actions={actionsOf[folder]} className="button second small" onAct={onAct} />
      {open === 'reply' && (
        <Dialog title={`Have you written to ${name}?`} onClose={close}>
          <p className="line">
            <ActionButtons actions={['contacted']} className="button small" onAct={onAct} />
            <button type="button" className="button second small" onClick={close}>
              Not yet
            </button>
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

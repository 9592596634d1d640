import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { LeadAnswer, LeadRow } from '../booking/inbox-answers.ts';
import type { LeadState } from '../booking/lead.ts';
import { brand } from '../content/brand.ts';
import { type Action, actionsOf, conflictText, failureOf, useAct, useLeadPost } from './changes.ts';
import { ApiError } from './client.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { exactTime, fromNow } from './format.ts';
import { focusRow } from './list.tsx';
import { ActionButtons, folderNames, Marks } from './marks.tsx';
import { Note } from './note.tsx';
import { useNotices } from './notices.tsx';
import { addressOf, usePlace } from './place.ts';
import { useLead } from './queries.ts';
import { Deliveries, History } from './record.tsx';

interface LeadPaneProps {
  id: number;
  previous: LeadRow | undefined;
  next: LeadRow | undefined;
}

/** One lead: who asked, what was done, and what can be done. Opening it marks it as read. */
export function LeadPane({ id, previous, next }: LeadPaneProps) {
  const place = usePlace();
  const { data: answer, error } = useLead(id);
  const isMissing = error instanceof ApiError && error.status === 404;

  const { mutate } = useLeadPost();
  const isUnread = answer?.lead.isRead === false;
  useEffect(() => {
    if (isUnread) mutate({ path: 'read', body: { id } });
  }, [isUnread, id, mutate]);

  useEffect(() => () => focusRow(id), [id]);

  return (
    <article className="lead" aria-label="Lead">
      <p className="neighbours line">
        <Link className="quiet" href={addressOf(place)} aria-keyshortcuts="Escape">
          Back to the list
        </Link>
        {previous && (
          <Link className="quiet" href={addressOf(place, previous.id)} aria-keyshortcuts="k">
            Previous lead
          </Link>
        )}
        {next && (
          <Link className="quiet" href={addressOf(place, next.id)} aria-keyshortcuts="j">
            Next lead
          </Link>
        )}
      </p>
      <div role="alert">
        {isMissing && (
          <p className="banner">There is no such lead any more. It may have been erased.</p>
        )}
      </div>
      {answer && !isMissing && (
        <div className="sheet">
          <Head lead={answer.lead} />
          <Actions lead={answer.lead} />
          <Fields lead={answer.lead} />
          {answer.lead.folder !== 'quarantined' && (
            <>
              <Note lead={answer.lead} />
              <Deliveries answer={answer} />
            </>
          )}
          <History answer={answer} />
        </div>
      )}
      {!answer && !isMissing && <p className="status">Loading …</p>}
    </article>
  );
}

function Head({ lead }: { lead: LeadAnswer['lead'] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const keepFocus = useEffectEvent(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
  // The button that was pressed goes with the state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each state
  useEffect(() => keepFocus(), [lead.folder]);
  return (
    <>
      <header>
        <Marks lead={lead} />
        <h2 ref={heading} tabIndex={-1}>
          {lead.name}
        </h2>
        <p className="lede">{lead.company_name}</p>
      </header>
      {lead.folder === 'quarantined' && (
        <p className="banner">
          This looks like spam, so it was kept and not delivered: {lead.spamReasons.join('; ')}
        </p>
      )}
    </>
  );
}

function Actions({ lead }: { lead: LeadAnswer['lead'] }) {
  const place = usePlace();
  const [, navigate] = useLocation();
  const { announce, fail } = useNotices();
  const act = useAct();
  const change = useLeadPost();
  /** As it was when the person asked: one that is changed meanwhile stays. */
  const [erasing, setErasing] = useState<LeadRow>();
  const toList = () => navigate(addressOf(place));

  function changeState(state: LeadState): void {
    fail('');
    change.mutate(
      { path: `leads/${lead.id}`, body: { version: lead.version, state } },
      {
        onSuccess({ isConflict }) {
          if (isConflict) fail(conflictText(1));
          else announce(`1 lead: ${folderNames[state]}`);
        },
        onError: (error) => fail(failureOf(error)),
      },
    );
  }

  function onAct(action: Action): void {
    if (action === 'erase') setErasing(lead);
    else if (action === 'accept') act.mutate({ action, leads: [lead] }, { onSuccess: toList });
    else changeState(action);
  }

  return (
    <>
      <p className="actions">
        {lead.folder !== 'quarantined' && (
          <a className="button small" href={replyTo(lead)}>
            Reply by email
          </a>
        )}
        <ActionButtons
          actions={actionsOf[lead.folder]}
          className="button second small"
          isBusy={act.isPending || change.isPending}
          onAct={onAct}
        />
      </p>
      {erasing && (
        <EraseDialog
          leads={[erasing]}
          onDone={(erased) => erased > 0 && toList()}
          onClose={() => setErasing(undefined)}
        />
      )}
    </>
  );
}

/** A draft in the mail program (RFC 6068: CRLF between lines, every value encoded, the `@` as it is). */
function replyTo({ email, name }: LeadRow): string {
  const subject = `Your request to ${brand.name}`;
  const body = `Dear ${name},\r\n\r\nthank you for your request.\r\n\r\n`;
  const address = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

function Fields({ lead }: { lead: LeadAnswer['lead'] }) {
  const inHead = [lead.name, lead.company_name];
  const row = (label: string, value: ReactNode) =>
    value && (
      <div key={label}>
        <dt className="small-heading">{label}</dt>
        <dd>{value}</dd>
      </div>
    );
  const time = (time: string | null) => time && `${exactTime(time)} (${fromNow(time)})`;
  return (
    <dl className="fields">
      {lead.fields.map(({ label, value }) => !inHead.includes(value) && row(label, value))}
      {row('Asked', time(lead.created_at))}
      {row('First contacted', time(lead.contacted_at))}
      {row('Asked again', time(lead.asked_again_at))}
      {row('Closed', time(lead.closed_at))}
    </dl>
  );
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { groupsOf } from '../illustrations/specimen.ts';
import { interpolate } from '../interpolate.ts';
import { mailAddress } from '../share-actions.ts';
import { type FinalAction, LeadActions } from './actions.tsx';
import type { LeadAnswer, LeadDelivery, LeadRow, LeadState } from './api.ts';
import { Engraving, Marks, useSerial, When } from './marks.tsx';
import { Note } from './note.tsx';
import { addressOf, follow, type Route } from './route.ts';
import { ask, failureOf, type Refused } from './server.ts';
import { exactTime, fromNow, texts } from './texts.ts';

interface LeadProps {
  id: number;
  /** It is read again with each. */
  revision: number;
  route: Route;
  previous: LeadRow | undefined;
  next: LeadRow | undefined;
  announce(text: string): void;
  onFault(text: string): void;
  onChange(): void;
  /** Gives what the lead is now. */
  onMark(lead: LeadRow, state: LeadState): Promise<LeadAnswer | undefined>;
  onRemove(lead: LeadRow, action: FinalAction): void;
}

/** One lead whole: who asked, what was done, and what can be. Opening it marks it as read. */
export function Lead(props: LeadProps) {
  const { id, revision, route, previous, next, announce, onFault, onChange, onMark, onRemove } =
    props;
  const [answer, setAnswer] = useState<LeadAnswer>();
  const [fault, setFault] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with each revision
  useEffect(() => {
    let isCurrent = true;
    ask<LeadAnswer>(`leads/${id}`).then(
      (answer) => {
        if (!isCurrent) return;
        setAnswer(answer);
        setFault('');
        if (!answer.lead.isRead) ask('read', { ids: [id] }).then(onChange, () => {});
      },
      ({ status }: Refused) => {
        if (!isCurrent) return;
        if (status === 404) setAnswer(undefined);
        setFault(status === 404 ? texts.lead.missing : texts.unreachable);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id, revision]);

  const link = (text: string, address: string, key: string) => (
    <a className="quiet" href={address} aria-keyshortcuts={key} onClick={follow}>
      {text}
    </a>
  );
  return (
    <article className="lead" aria-label={texts.lead.label}>
      <p className="neighbours line">
        {link(texts.lead.back, addressOf(route), 'u')}
        {previous && link(texts.lead.previous, addressOf(route, previous.id), 'k')}
        {next && link(texts.lead.next, addressOf(route, next.id), 'j')}
      </p>
      <div role="alert">{fault && <p className="banner">{fault}</p>}</div>
      {!answer && !fault && <p className="status">{texts.loading}</p>}
      {answer && (
        <div className="sheet">
          <Head lead={answer.lead} />
          <p className="actions">
            {answer.lead.folder !== 'quarantined' && (
              <a className="button small" aria-keyshortcuts="r" href={replyTo(answer.lead)}>
                {texts.lead.reply}
              </a>
            )}
            <LeadActions
              folder={answer.lead.folder}
              className="button second small"
              onMark={async (state) => setAnswer((await onMark(answer.lead, state)) ?? answer)}
              onRemove={(action) => onRemove(answer.lead, action)}
            />
          </p>
          <Fields lead={answer.lead} />
          {answer.lead.folder !== 'quarantined' && (
            <>
              <Note lead={answer.lead} onAnswer={setAnswer} announce={announce} />
              <Deliveries
                deliveries={answer.deliveries}
                onResend={() =>
                  ask('replay', { ids: [id] }).then(
                    () => {
                      announce(texts.lead.resent);
                      onChange();
                    },
                    (error) => onFault(failureOf(error)),
                  )
                }
              />
            </>
          )}
          <History answer={answer} />
        </div>
      )}
    </article>
  );
}

function Head({ lead }: { lead: LeadAnswer['lead'] }) {
  const serial = useSerial(lead.name, lead.company_name);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  // The button that was pressed may be gone with the state, by whomever it was changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each state
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [lead.folder]);
  return (
    <>
      <header className="lead-head">
        <div>
          <Marks lead={lead} />
          <h2 ref={heading} tabIndex={-1}>
            {lead.name}
          </h2>
          <p className="lede">{lead.company_name}</p>
          <p className="figure">
            {serial && interpolate(texts.lead.serial, { serial: groupsOf(serial) })}
          </p>
        </div>
        <Engraving name={lead.name} company={lead.company_name} />
      </header>
      {lead.folder === 'quarantined' && (
        <p className="banner">
          {texts.lead.spam} {lead.spam_signals.map((code) => wordsFor(texts.spam, code)).join('; ')}
        </p>
      )}
    </>
  );
}

/** A draft in the mail program (RFC 6068: CRLF between lines, every value encoded). */
function replyTo({ email, name }: LeadRow): string {
  const subject = interpolate(texts.lead.replySubject, { brand: brand.name });
  const body = interpolate(texts.lead.replyGreeting, { name }).replaceAll('\n', '\r\n');
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return `mailto:${mailAddress(email)}?${query}`;
}

function Fields({ lead }: { lead: LeadAnswer['lead'] }) {
  const { asked, firstContacted, closedAt } = texts.lead;
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
      {row(asked, time(lead.created_at))}
      {row(firstContacted, time(lead.contacted_at))}
      {row(closedAt, time(lead.closed_at))}
    </dl>
  );
}

interface DeliveriesProps {
  deliveries: readonly LeadDelivery[];
  onResend(): void;
}

function Deliveries({ deliveries, onResend }: DeliveriesProps) {
  return (
    <section>
      <h3 className="small-heading">{texts.lead.deliveries}</h3>
      {deliveries.length === 0 && <p className="status">{texts.lead.noDeliveries}</p>}
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.channel}>
            <strong>{channelName(delivery.channel)}</strong> {whatBecameOf(delivery)}
            {delivery.last_error && delivery.state !== 'done' && (
              <p className="status">
                {texts.lead.lastError} {delivery.last_error}
              </p>
            )}
          </li>
        ))}
      </ul>
      {deliveries.length > 0 && (
        <button type="button" className="button second small" onClick={onResend}>
          {texts.lead.resend}
        </button>
      )}
    </section>
  );
}

function channelName(channel: string): string {
  if (channel.startsWith('mail:'))
    return interpolate(texts.lead.mail, { address: channel.slice('mail:'.length) });
  return channel === 'webhook' ? texts.lead.webhook : channel;
}

function whatBecameOf({ state, attempts, next_at, done_at }: LeadDelivery): ReactNode {
  const { done, pending, retried, dead } = texts.lead;
  const time = { done: done_at, pending: next_at, dead: null }[state];
  const text = state === 'pending' ? (attempts > 0 ? retried : pending) : { done, dead }[state];
  return (
    <span className={state} title={time ? exactTime(time) : undefined}>
      {interpolate(text, { when: time ? fromNow(time) : '', count: attempts })}
    </span>
  );
}

function History({ answer: { lead, events } }: { answer: LeadAnswer }) {
  return (
    <section>
      <h3 className="small-heading">{texts.lead.history}</h3>
      <ol className="history">
        <li>
          <When time={lead.created_at} />
          {texts.lead.asked}
        </li>
        {events.map(({ at, who, action, text }) => (
          <li key={`${at} ${action} ${who}`}>
            <When time={at} />
            <div>
              {texts.lead.actions[action]}{' '}
              <small>
                {interpolate(texts.lead.by, { who: wordsFor(texts.lead.programs, who) })}
              </small>
              {text && <blockquote>{text}</blockquote>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The words for a code, or the code itself where there are none yet. */
function wordsFor(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}

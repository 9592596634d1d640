import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { brand } from '../../content/brand.ts';
import { groupsOf } from '../illustrations/specimen.ts';
import { interpolate } from '../interpolate.ts';
import { mailAddress } from '../share-actions.ts';
import { type Action, LeadActions } from './actions.tsx';
import type { LeadAnswer, LeadDelivery, LeadRow } from './api.ts';
import { focusRow } from './cursor.ts';
import { exactTime, fromNow } from './format.ts';
import { Engraving, Marks, useSerial, When } from './marks.tsx';
import { Note } from './note.tsx';
import { addressOf, follow, useRoute } from './route.ts';
import { ask, failureOf, type Refused } from './server.ts';
import { texts } from './texts.ts';

interface LeadProps {
  id: number;
  /** What the server said of it. */
  said: { answer?: LeadAnswer | undefined; refused?: Refused };
  previous: LeadRow | undefined;
  next: LeadRow | undefined;
  announce(text: string): void;
  onFault(text: string): void;
  /** Ends when the lead is read again. */
  onChange(): Promise<unknown>;
  onAct(lead: LeadRow, action: Action): void;
}

/** One lead whole: who asked, what was done, and what can be. Opening it marks it as read. */
export function Lead(props: LeadProps) {
  const { id, said, previous, next, announce, onFault, onChange, onAct } = props;
  const route = useRoute();
  const isMissing = said.refused?.status === 404;
  // Until there is an answer for this one it is that for the one before.
  const answer = !isMissing && said.answer?.lead.id === id ? said.answer : undefined;

  const opened = useEffectEvent(() => ask('read', { ids: [id] }).then(onChange, () => {}));
  const isUnread = answer?.lead.isRead === false;
  useEffect(() => {
    if (isUnread) void opened();
  }, [isUnread]);

  useEffect(() => () => focusRow(id), [id]);

  const resend = () =>
    ask('replay', { ids: [id] }).then(
      () => {
        announce(texts.lead.resent);
        return onChange();
      },
      (error) => onFault(failureOf(error)),
    );

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
      <div role="alert">{isMissing && <p className="banner">{texts.lead.missing}</p>}</div>
      {!answer && !isMissing && <p className="status">{texts.loading}</p>}
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
              onAct={(action) => onAct(answer.lead, action)}
            />
          </p>
          <Fields lead={answer.lead} />
          {answer.lead.folder !== 'quarantined' && (
            <>
              <Note lead={answer.lead} onChange={onChange} announce={announce} />
              <Deliveries answer={answer} onResend={resend} />
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
      <header className="lead-head spread">
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
          {texts.lead.spam} {lead.spamReasons.join('; ')}
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

function Deliveries({ answer, onResend }: { answer: LeadAnswer; onResend(): void }) {
  const { deliveries } = answer;
  const { lead } = texts;
  return (
    <section>
      <h3 className="small-heading">{lead.deliveries}</h3>
      {deliveries.length === 0 && <p className="status">{lead.noDeliveries}</p>}
      <ul>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.channel} delivery={delivery} />
        ))}
      </ul>
      {deliveries.length > 0 && (
        <button type="button" className="button second small" onClick={onResend}>
          {lead.resend}
        </button>
      )}
    </section>
  );
}

function Delivery({ delivery }: { delivery: LeadDelivery }) {
  const { channel, state, attempts, next_at, done_at, last_error } = delivery;
  const { lead } = texts;
  const address = /^mail:(.*)/.exec(channel)?.[1];
  const name = address ? interpolate(lead.mail, { address }) : wordsFor(lead.channels, channel);
  const time = { done: done_at, pending: next_at, dead: null }[state];
  const text = lead[state === 'pending' && attempts > 0 ? 'retried' : state];
  return (
    <li>
      <strong>{name}</strong>{' '}
      <span className={state} title={time ? exactTime(time) : undefined}>
        {interpolate(text, { when: time ? fromNow(time) : '', count: attempts })}
      </span>
      {last_error && state !== 'done' && (
        <p className="status">
          {lead.lastError} {last_error}
        </p>
      )}
    </li>
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

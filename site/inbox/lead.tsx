import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { groupsOf } from '../illustrations/specimen.ts';
import { interpolate } from '../interpolate.ts';
import { mailAddress } from '../share-actions.ts';
import type { LeadAnswer, LeadDelivery, LeadEvent, LeadRow } from './api.ts';
import { Engraving, useSerial } from './engraving.tsx';
import { Marks, When } from './marks.tsx';
import { Note } from './note.tsx';
import { addressOf, type Folder, follow } from './place.ts';
import { ask, type Body, Refused } from './server.ts';
import { exactTime, fromNow, texts } from './texts.ts';

interface LeadProps {
  id: number;
  /** It is read again with each. */
  revision: number;
  /** Where it was opened from. */
  list: { folder: Folder; text: string };
  previous: LeadRow | undefined;
  next: LeadRow | undefined;
  say(text: string): void;
  onChange(): void;
  onRemove(action: 'erase' | 'accept'): void;
}

/** One lead whole: who asked, what was done, and what can be. Opening it marks it as read. */
export function Lead({ id, revision, list, say, onChange, onRemove, ...neighbours }: LeadProps) {
  const [answer, setAnswer] = useState<LeadAnswer>();
  const [fault, setFault] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = answer !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with each revision
  useEffect(() => {
    let isCurrent = true;
    ask<LeadAnswer>(`leads/${id}`).then(
      (answer) => {
        if (!isCurrent) return;
        setAnswer(answer);
        setFault((fault) => (fault === texts.unreachable ? '' : fault));
      },
      (error) => {
        if (!isCurrent) return;
        if (error instanceof Refused && error.status === 404) setAnswer(undefined);
        setFault(error.status === 404 ? texts.lead.missing : texts.unreachable);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id, revision]);

  const opened = useEffectEvent(() => {
    heading.current?.focus({ preventScroll: true });
    if (!matchMedia('(min-width: 72em)').matches) scrollTo(0, 0);
    if (answer?.lead.isRead === false) ask('read', { ids: [id] }).then(onChange, () => {});
  });
  useEffect(() => {
    if (isThere) opened();
  }, [isThere]);

  async function send(path: string, body: Body) {
    setFault('');
    try {
      return await ask<LeadAnswer>(path, body);
    } catch (error) {
      const isConflict = error instanceof Refused && error.status === 409;
      if (isConflict) setAnswer(error.body as LeadAnswer);
      setFault(isConflict ? texts.lead.changed : texts.failed);
      return undefined;
    }
  }

  async function change(state: 'new' | 'contacted' | 'closed') {
    const changed = answer && (await send(`leads/${id}`, { version: answer.lead.version, state }));
    if (!changed) return;
    setAnswer(changed);
    say(texts.list[changed.lead.folder]);
    onChange();
  }

  async function resend() {
    if (!(await send('replay', { ids: [id] }))) return;
    say(texts.lead.resent);
    onChange();
  }

  return (
    <article className="lead" aria-label={texts.lead.label}>
      <Neighbours list={list} {...neighbours} />
      <div role="alert">{fault && <p className="banner">{fault}</p>}</div>
      {!answer && !fault && <p className="status">{texts.loading}</p>}
      {answer && (
        <div className="sheet">
          <Head lead={answer.lead} heading={heading} />
          <Choices lead={answer.lead} onChange={change} onRemove={onRemove} />
          <Fields lead={answer.lead} />
          {answer.lead.folder !== 'quarantined' && (
            <Note lead={answer.lead} onAnswer={setAnswer} say={say} />
          )}
          <Deliveries answer={answer} onResend={resend} />
          <History answer={answer} />
        </div>
      )}
    </article>
  );
}

function Neighbours({ list, previous, next }: Pick<LeadProps, 'list' | 'previous' | 'next'>) {
  const link = (row: LeadRow | undefined, text: string) =>
    row && (
      <a href={addressOf({ ...list, id: row.id })} onClick={follow}>
        {text}
      </a>
    );
  return (
    <p className="neighbours">
      <a href={addressOf({ ...list, id: undefined })} onClick={follow}>
        {texts.lead.back}
      </a>
      {link(previous, texts.lead.previous)}
      {link(next, texts.lead.next)}
    </p>
  );
}

interface HeadProps {
  lead: LeadAnswer['lead'];
  heading: React.RefObject<HTMLHeadingElement | null>;
}

function Head({ lead, heading }: HeadProps) {
  const serial = useSerial(lead.name, lead.company_name);
  return (
    <header className="lead-head">
      <div>
        <Marks lead={lead} />
        <h2 ref={heading} tabIndex={-1}>
          {lead.name}
        </h2>
        <p className="lead-company">{lead.company_name}</p>
        <p className="lead-serial">
          {serial && interpolate(texts.lead.serial, { serial: groupsOf(serial) })}
        </p>
      </div>
      <Engraving serial={serial} />
    </header>
  );
}

interface ChoicesProps {
  lead: LeadAnswer['lead'];
  onChange(state: 'new' | 'contacted' | 'closed'): void;
  onRemove(action: 'erase' | 'accept'): void;
}

function Choices({ lead, onChange, onRemove }: ChoicesProps) {
  const { actions } = texts;
  const { folder } = lead;
  const button = (command: string, text: string, act: () => void) => (
    <button type="button" className="button second small" data-command={command} onClick={act}>
      {text}
    </button>
  );
  return (
    <>
      {folder === 'quarantined' && (
        <p className="banner">
          {texts.lead.spam} {lead.spam_signals.map((code) => wordsFor(texts.spam, code)).join('; ')}
        </p>
      )}
      <p className="actions">
        {folder !== 'quarantined' && (
          <a className="button small" data-command="reply" href={replyTo(lead)}>
            {texts.lead.reply}
          </a>
        )}
        {folder === 'quarantined' && button('accept', actions.accept, () => onRemove('accept'))}
        {folder === 'new' && button('contacted', actions.contacted, () => onChange('contacted'))}
        {(folder === 'new' || folder === 'contacted') &&
          button('close', actions.close, () => onChange('closed'))}
        {(folder === 'contacted' || folder === 'closed') &&
          button('reopen', actions.reopen, () => onChange('new'))}
        {button('erase', actions.erase, () => onRemove('erase'))}
      </p>
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
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    );
  const time = (time: string | null) =>
    time && (
      <>
        {exactTime(time)} (<When time={time} />)
      </>
    );
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
  const { lead, deliveries } = answer;
  if (lead.folder === 'quarantined') return null;
  return (
    <section>
      <h3>{texts.lead.deliveries}</h3>
      {deliveries.length === 0 && <p className="status">{texts.lead.noDeliveries}</p>}
      <ul className="deliveries">
        {deliveries.map((delivery) => (
          <li key={delivery.channel} data-dead={delivery.state === 'dead' || undefined}>
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
  if (channel === 'webhook') return texts.lead.webhook;
  const [kind, address] = channel.split(/:(.*)/s);
  return kind === 'mail' && address ? interpolate(texts.lead.mail, { address }) : channel;
}

function whatBecameOf({ state, attempts, next_at, done_at }: LeadDelivery): ReactNode {
  const { done, pending, retried, dead } = texts.lead;
  const time = state === 'done' ? done_at : next_at;
  const text = state === 'pending' ? (attempts > 0 ? retried : pending) : { done, dead }[state];
  const when = time ? fromNow(time) : '';
  return (
    <span title={time ? exactTime(time) : undefined}>
      {interpolate(text, { when, count: attempts })}
    </span>
  );
}

function History({ answer: { lead, events } }: { answer: LeadAnswer }) {
  return (
    <section>
      <h3>{texts.lead.history}</h3>
      <ol className="history">
        <li>
          <When time={lead.created_at} />
          <span>{texts.lead.asked}</span>
        </li>
        {events.map((event) => (
          <Event key={`${event.at} ${event.action} ${event.who}`} event={event} />
        ))}
      </ol>
    </section>
  );
}

function Event({ event: { at, who, action, text } }: { event: LeadEvent }) {
  return (
    <li>
      <When time={at} />
      <span>
        {texts.lead.actions[action]}{' '}
        <span className="status">
          {interpolate(texts.lead.by, { who: wordsFor(texts.lead.programs, who) })}
        </span>
        {text && <blockquote>{text}</blockquote>}
      </span>
    </li>
  );
}

/** The words for a code, or the code itself where there are none yet. */
function wordsFor(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}

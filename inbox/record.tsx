import type { LeadAnswer, LeadDelivery } from '../booking/inbox-answers.ts';
import type { LeadAction } from '../booking/lead.ts';
import { exactTime, fromNow } from './format.ts';
import { When } from './marks.tsx';

/** What became of a lead's email, webhook and chat message. */
export function Deliveries({ answer: { deliveries } }: { answer: LeadAnswer }) {
  return (
    <section>
      <h3 className="small-heading">Delivery</h3>
      {deliveries.length === 0 && (
        <p className="status">
          Nobody is notified of this lead: neither mail nor a webhook is set up.
        </p>
      )}
      <ul>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.channel} delivery={delivery} />
        ))}
      </ul>
    </section>
  );
}

const channels: Readonly<Record<string, string>> = {
  mail: 'Email',
  webhook: 'Webhook',
  chat: 'Chat',
  receipt: 'Receipt to the visitor',
};

function Delivery({ delivery }: { delivery: LeadDelivery }) {
  const { channel, state, attempts, next_at, done_at, last_error } = delivery;
  const tries = attempts === 1 ? 'tried once' : `tried ${attempts} times`;
  const next = `next try ${fromNow(next_at)}`;
  const texts = {
    done: `delivered ${done_at ? fromNow(done_at) : ''}`,
    pending: attempts === 0 ? `on its way, ${next}` : `${tries}, ${next}`,
    dead: `given up, ${tries}`,
  };
  const time = { done: done_at, pending: next_at, dead: null }[state];
  return (
    <li>
      <strong>{channels[channel] ?? channel}</strong>{' '}
      <span className={state} title={time ? exactTime(time) : undefined}>
        {texts[state]}
      </span>
      {last_error && state !== 'done' && <p className="status">The last answer: {last_error}</p>}
    </li>
  );
}

const actions: Record<LeadAction, string> = {
  contacted: 'Contacted',
  closed: 'Closed',
  reopened: 'Reopened',
  noted: 'Note changed',
  accepted: 'Marked as not spam',
  replayed: 'Sent again',
  delivered: 'Marked as delivered',
  reminded: 'Reminder sent',
  postponed: 'Again on',
  returned: 'Back in the list',
  assigned: 'Owner changed',
};

const programs: Readonly<Record<string, string>> = {
  cli: 'the command line',
  mail: 'a link in an email',
  server: 'this program',
};

export function History({ answer: { lead, events } }: { answer: LeadAnswer }) {
  return (
    <section>
      <h3 className="small-heading">History</h3>
      <ol className="history">
        <li>
          <When time={lead.created_at} />
          Asked
        </li>
        {events.map(({ at, who, action, text }) => (
          <li key={`${at} ${action} ${who}`}>
            <When time={at} />
            <div>
              {actions[action]} <small>by {programs[who] ?? who}</small>
              {text && <blockquote>{text}</blockquote>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

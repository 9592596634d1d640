import type { LeadAnswer, LeadDelivery } from '../booking/inbox-answers.ts';
import type { LeadAction } from '../booking/lead.ts';
import { sourceLabel } from '../booking/source.ts';
import { clockTimeAt, counted, dayOf, exactTime, fromNow, languageName } from './format.ts';
import { When } from './marks.tsx';

/** The lead's other fields, its times, the visitor's local time, and the state of each delivery. */
export function Facts({ answer: { lead, deliveries } }: { answer: LeadAnswer }) {
  const { name, company_name, language, time_zone, source } = lead;
  const time = (time: string | null) => time && `${exactTime(time)} (${fromNow(time)})`;
  const facts = [
    ...lead.fields.map(({ label, value }) => [label, value]),
    ['Asked', time(lead.created_at)],
    ['Contact by', time(lead.folder === 'new' ? lead.contact_by : null)],
    ['Again on', lead.follow_up_at && dayOf(lead.follow_up_at)],
    ['Asked again', time(lead.asked_again_at)],
    ['First contacted', time(lead.contacted_at)],
    ['Closed', time(lead.closed_at)],
    ['Language', language && languageName(language)],
    ['Source', source && sourceLabel(source)],
    ['Time there now', time_zone && clockTimeAt(time_zone)],
    ...deliveries.map((delivery) => [channels[delivery.channel], stateOf(delivery)]),
  ];
  return (
    <dl>
      {facts.map(
        ([label, value]) =>
          value &&
          ![name, company_name].includes(value) && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const channels: Readonly<Record<string, string>> = {
  mail: 'Sent by email',
  webhook: 'Sent to the webhook',
  chat: 'Sent to the chat',
  receipt: 'Receipt to the visitor',
};

function stateOf({ state, attempts, next_at, done_at, last_error }: LeadDelivery): string {
  if (state === 'done') return fromNow(done_at ?? next_at);
  const next = state === 'dead' ? 'given up' : `next attempt ${fromNow(next_at)}`;
  return `Not yet: ${counted(attempts, 'attempt')}, ${next}. ${last_error ?? ''}`;
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
      <h3>History</h3>
      <ol className="history">
        <li>
          <When time={lead.created_at} /> Asked
        </li>
        {events.map(({ at, who, action, text }) => (
          <li key={`${at} ${action} ${who}`}>
            <When time={at} /> {actions[action]} <small>by {programs[who] ?? who}</small>
            {text && <blockquote>{text}</blockquote>}
          </li>
        ))}
      </ol>
    </section>
  );
}

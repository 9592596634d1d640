import type { LeadAnswer } from '../booking/inbox-answers.ts';
import type { LeadAction } from '../booking/lead.ts';
import { When } from './marks.tsx';

/** The lead's details, except those in the headline. */
export function Facts({ lead: { name, company_name, facts } }: Pick<LeadAnswer, 'lead'>) {
  return (
    <dl>
      {facts.map(
        ({ label, text }) =>
          ![name, company_name].includes(text) && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
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

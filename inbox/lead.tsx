import { useEffect } from 'react';
import { Link } from 'wouter';
import { formatDay } from '../booking/dates.ts';
import type { LeadAnswer, LeadRow } from '../booking/inbox-answers.ts';
import type { LeadAction } from '../booking/lead.ts';
import { Actions, focusName } from './actions.tsx';
import { useChange } from './changes.ts';
import { ApiError, useLead } from './client.ts';
import { focusRow } from './list.tsx';
import { folderNames, Marks, When } from './marks.tsx';
import { Note } from './note.tsx';
import { addressOf, usePlace } from './place.ts';

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
        <Lead answer={answer} />
      ) : (
        <p className="status">Loading …</p>
      )}
    </article>
  );
}

interface LeadProps {
  answer: LeadAnswer;
}

function Lead({ answer }: LeadProps) {
  const { lead } = answer;
  const isSpam = lead.folder === 'quarantined';
  useEffect(() => {
    focusName();
    scrollTo(0, 0);
  }, []);
  return (
    <>
      <header>
        <Marks lead={lead} />
        <h2 id="lead-name" tabIndex={-1}>
          {lead.name}
        </h2>
        <p>{lead.company_name}</p>
        <dl>
          {lead.facts
            .filter(({ text }) => text !== lead.name && text !== lead.company_name)
            .map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
        {isSpam && (
          <p className="banner">
            This looks like spam, so it was kept and not delivered: {lead.spamReasons.join('; ')}
          </p>
        )}
      </header>
      <Actions answer={answer} />
      {!isSpam && <Owner answer={answer} />}
      {answer.others.length > 0 && <Others answer={answer} />}
      {!isSpam && <Note lead={lead} />}
      <History answer={answer} />
    </>
  );
}

function Owner({ answer: { lead, owners } }: LeadProps) {
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

function Others({ answer: { others } }: LeadProps) {
  const place = usePlace();
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

const events: Record<LeadAction, string> = {
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

function History({ answer }: LeadProps) {
  return (
    <section>
      <h3>History</h3>
      <ol className="history">
        <li>
          <When time={answer.lead.created_at} /> Asked
        </li>
        {answer.events.map(({ at, who, action, text }) => (
          <li key={`${at} ${action} ${who}`}>
            <When time={at} /> {events[action]} <small>by {programs[who] ?? who}</small>
            {text && (
              <blockquote>{action === 'postponed' ? formatDay(text, 'UTC') : text}</blockquote>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

import { type ContactPromise, contactRuleOf } from '../../booking/deadline.ts';
import { passed } from '../browser/protocol.ts';
import { useCopy, useProvider } from '../copy.ts';

/** The facts of the call that are filled in: its length, its cost, who calls. '' if there are none. */
export function useCallFacts() {
  return Object.values(useProvider().call).filter(Boolean).join(', ');
}

export function CallFacts() {
  const facts = useCallFacts();
  if (facts === '') return null;
  return <p className="call-facts soft small">{facts}</p>;
}

/** The steps of a request. `arrived` marks the first as done. */
export function NextSteps({ id, arrived = false }: { id: string; arrived?: boolean }) {
  const { nextSteps } = useCopy();
  return (
    <div className="next-steps">
      <p id={id} className="eyebrow small-heading">
        {nextSteps.title}
      </p>
      <ol className="rows" aria-labelledby={id}>
        {nextSteps.steps.map(({ title, detail }, index) => (
          <li key={title} data-done={arrived && index === 0 ? '' : undefined}>
            <p>
              {arrived && index === 0 ? nextSteps.arrived : title}{' '}
              <span className="soft">{detail}</span>
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ContactRuleProps {
  promise: ContactPromise | undefined;
  /** Whether a script replaces the rule with the exact deadline after the request is sent. */
  isReplaced?: boolean;
}

/** States how soon the provider will be in touch. Empty without CONTACT_WITHIN. */
export function ContactRule({ promise, isReplaced = false }: ContactRuleProps) {
  const { contactRule, language } = useCopy();
  if (promise === undefined) return null;
  return (
    <p
      className="contact-rule"
      {...(isReplaced && passed({ promise: JSON.stringify(promise), moment: contactRule.moment }))}
    >
      {contactRuleOf(promise, contactRule, language)}
    </p>
  );
}

/** Cal.com and Calendly read `name` and `email` from the query. */
const prefilled = /^(.+\.)?(cal\.com|calendly\.com)$/;

/** A link to choose a time for the call. Empty without SCHEDULING_URL. */
export function ScheduleLink({ url }: { url: string | undefined }) {
  const { contactRule } = useCopy();
  if (url === undefined) return null;
  const isPrefilled = prefilled.test(new URL(url).hostname);
  return (
    <p className="tall-links">
      <a
        className="schedule-link"
        href={url}
        {...passed({ prefill: isPrefilled ? '' : undefined })}
      >
        {contactRule.chooseTime}
      </a>
    </p>
  );
}

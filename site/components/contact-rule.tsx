import type { ContactPromise } from '../../booking/deadline.ts';
import { useCopy } from '../copy.ts';
import { interpolate } from '../interpolate.ts';

interface ContactRuleProps {
  promise: ContactPromise | undefined;
  /** For a script, which writes the moment in its place once the request has been sent. */
  isReplaced?: boolean;
}

/** Within which time the provider will be in touch; nothing without CONTACT_WITHIN. */
export function ContactRule({ promise, isReplaced = false }: ContactRuleProps) {
  const { contactRule, language } = useCopy();
  if (promise === undefined) return null;
  const { count, unit, hours } = promise;
  const times = hours === undefined ? contactRule.times : contactRule.workingTimes;
  const isOne = new Intl.PluralRules(language).select(count) === 'one';
  const time = interpolate(times[unit][isOne ? 'one' : 'other'], { count });
  return (
    <p
      className="contact-rule"
      {...(isReplaced && {
        'data-promise': JSON.stringify(promise),
        'data-moment': contactRule.moment,
      })}
    >
      {interpolate(contactRule.rule, { time })}
    </p>
  );
}

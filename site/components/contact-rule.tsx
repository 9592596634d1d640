import type { ContactPromise } from '../../booking/deadline.ts';
import { contactRuleOf } from '../../booking/deadline.ts';
import { useCopy } from '../copy.ts';

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
      {...(isReplaced && {
        'data-promise': JSON.stringify(promise),
        'data-moment': contactRule.moment,
      })}
    >
      {contactRuleOf(promise, contactRule, language)}
    </p>
  );
}

import type { ContactPromise } from '../../booking/deadline.ts';
import { contactRuleOf } from '../../booking/deadline.ts';
import { useCopy } from '../copy.ts';

interface ContactRuleProps {
  promise: ContactPromise | undefined;
  /** For a script, which writes the moment in its place once the request has been sent. */
  isReplaced?: boolean;
}

/** Within which time the provider will be in touch; nothing without CONTACT_WITHIN. */
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

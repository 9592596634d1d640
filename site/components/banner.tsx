import type { ComponentProps } from 'react';
import { useCopy } from '../copy.ts';
import { MailLink } from './provider.tsx';

/**
 * A message above the form or instead of it. It gets the focus, and with the focus its
 * name is announced: once, because it is no live region besides. `autoFocus`: the page comes
 * with it, and the browser itself moves the focus here. `id` is that of its text.
 */
export function Banner(props: ComponentProps<'div'> & { id: string }) {
  const { id, className = 'banner', children, ...attributes } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, this is a message
    <div className={className} role="group" aria-labelledby={id} {...attributes} tabIndex={-1}>
      <p id={id}>{children}</p>
    </div>
  );
}

/**
 * The mail link for a visitor whose browser runs no script, in front of another data interface: no
 * form posts itself there.
 */
export function MailFallback({ email }: { email: string }) {
  const { bookingForm } = useCopy();
  return (
    <Banner id="fallback" className="banner fallback">
      {bookingForm.withoutScript} <MailLink email={email} />
    </Banner>
  );
}

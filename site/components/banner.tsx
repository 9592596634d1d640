import type { ComponentProps } from 'react';
import { useCopy } from '../copy.ts';
import { MailLink } from './provider.tsx';

/**
 * A message above the form or instead of it. It gets the focus, so a screen reader announces its name. It is not a live
 * region, because that would announce it twice. With `autoFocus` the browser focuses it when the page loads. `id` is
 * the id of its text.
 */
export function Banner(props: ComponentProps<'div'> & { id: string }) {
  const { id, className = 'banner', children, ...attributes } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and this is a message
    <div className={className} role="group" aria-labelledby={id} {...attributes} tabIndex={-1}>
      <p id={id}>{children}</p>
    </div>
  );
}

/**
 * The email link for visitors without JavaScript. Only another data interface needs it, because it accepts no
 * form post.
 */
export function MailFallback({ email }: { email: string }) {
  const { bookingForm } = useCopy();
  return (
    <Banner id="fallback" className="banner fallback">
      {bookingForm.withoutScript} <MailLink email={email} />
    </Banner>
  );
}

import type { Ref } from 'react';
import { useCopy } from '../copy.ts';
import { MailLink } from './provider.tsx';

interface BannerProps {
  children: string;
  ref?: Ref<HTMLDivElement>;
  /** Whether the page comes with it, so that the browser itself moves the focus here. */
  autoFocus: boolean;
}

/**
 * A failure, which stands above the form until the next try. It gets the focus, and with the focus
 * its name is announced: once, because it is no live region besides.
 */
export function Banner({ children, ref, autoFocus }: BannerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, this is a message
    <div
      className="banner"
      role="group"
      aria-labelledby="failure"
      aria-describedby="failure-note"
      tabIndex={-1}
      ref={ref}
      // biome-ignore lint/a11y/noAutofocus: the visitor just sent the form and must learn that it failed
      autoFocus={autoFocus}
    >
      <p id="failure">{children}</p>
    </div>
  );
}

interface FailureNoteProps {
  isOffline: boolean;
  /** Where the visitor can write to; nothing is offered after the first failure. */
  email: string | undefined;
}

/** What the visitor can know and do about a failure. Kept when empty: the banner’s aria-describedby points here. */
export function FailureNote({ isOffline, email }: FailureNoteProps) {
  const { bookingForm } = useCopy();
  return (
    <div className="failure-note" id="failure-note">
      {isOffline && <p>{bookingForm.offline}</p>}
      {email !== undefined && (
        <p>
          {bookingForm.writeInstead} <MailLink email={email} />
        </p>
      )}
    </div>
  );
}

/**
 * The mail link for a visitor whose browser runs no script, in front of another data interface: no
 * form posts itself there. Outside the island, whose markup is React's; hold-form.ts shows it.
 */
export function MailFallback({ email }: { email: string }) {
  const { bookingForm } = useCopy();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, this is a message
    <div className="banner fallback" role="group" aria-labelledby="fallback" tabIndex={-1}>
      <p id="fallback">
        {bookingForm.withoutScript} <MailLink email={email} />
      </p>
    </div>
  );
}

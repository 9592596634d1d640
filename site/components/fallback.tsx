import { bookingForm } from '../../content/messages.ts';
import { MailLink } from './mail-link.tsx';

interface FallbackProps {
  /** Whether the form can post itself: our own server answers that. */
  posts: boolean;
  contactEmail: string;
}

/**
 * What the bootstrap shows, and gives the focus, where the island does not come: the failure of the
 * form's own post, or the mail link in front of another data interface. It stands outside the
 * island's box, since what is in that is React's. A style shows the name of the empty one.
 */
export function Fallback({ posts, contactEmail }: FallbackProps) {
  if (posts) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, this is a message
      <div className="fallback" role="group" aria-label={bookingForm.failed} tabIndex={-1} />
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, this is a message
    <div className="fallback instead" role="group" aria-labelledby="instead" tabIndex={-1}>
      <p id="instead">
        {bookingForm.withoutScript} <MailLink email={contactEmail} />
      </p>
    </div>
  );
}

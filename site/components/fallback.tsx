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
 * island's box, since what is in that is React's. The words of the failure come with it: they are
 * not in the page twice.
 */
export function Fallback({ posts, contactEmail }: FallbackProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, this is a message
    <div
      className={posts ? 'fallback' : 'fallback instead'}
      role="group"
      aria-labelledby="fallback"
      tabIndex={-1}
    >
      <p id="fallback" data-failure={posts ? bookingForm.failed : undefined}>
        {!posts && (
          <>
            {bookingForm.withoutScript} <MailLink email={contactEmail} />
          </>
        )}
      </p>
    </div>
  );
}

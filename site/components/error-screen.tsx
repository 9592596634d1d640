import { useCopy } from '../copy.ts';
import { MailLink } from './provider.tsx';

interface ErrorScreenProps {
  /** The status text or the error's message. */
  message: string;
  contactEmail: string;
  /** By which the provider finds the error in the log. */
  requestId?: string;
  stack?: string | undefined;
}

/** The one error screen, rendered by the server or in place of an island. */
export function ErrorScreen({ message, contactEmail, requestId, stack }: ErrorScreenProps) {
  const { controls, errorScreen, paths } = useCopy();
  return (
    <div className="error-screen">
      <h1>{errorScreen.title}</h1>
      <p className="error-message">{message}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key */}
      {stack && <pre tabIndex={0}>{stack}</pre>}
      {requestId && (
        <p>
          {errorScreen.request} <code>{requestId}</code>
        </p>
      )}
      <p>
        {errorScreen.help} <MailLink email={contactEmail} />
      </p>
      <p>
        <a className="button" href={paths.home}>
          {controls.backToHome}
        </a>
      </p>
    </div>
  );
}

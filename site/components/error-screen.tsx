import { useCopy } from '../copy.ts';
import type { Problem } from '../site.ts';
import { Icon } from './icon.tsx';
import { MailLink } from './provider.tsx';

/** The error screen, for the server and for the script of /book. */
export function ErrorScreen(problem: Partial<Problem> & { contactEmail: string }) {
  const { message, contactEmail, requestId, stack } = problem;
  const { controls, errorScreen, paths } = useCopy();
  return (
    <div className="error-screen">
      <h1>{errorScreen.title}</h1>
      <p className="error-message">{message}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable box */}
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
          <Icon name="arrow-left" />
          {controls.backToHome}
        </a>
      </p>
    </div>
  );
}

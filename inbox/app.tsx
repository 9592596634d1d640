import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useLocation } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import type { SessionAnswer } from '../booking/inbox-answers.ts';
import { brand } from '../content/brand.ts';
import { ApiError, ask, client } from './client.ts';
import { clockTimeIn } from './format.ts';
import { Inbox } from './inbox.tsx';
import { draftKey } from './note.tsx';

const root = document.getElementById('inbox');
if (root)
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>,
  );

/** Shows the inbox, or the sign-in form if no one is signed in or the address has a sign-in token. */
function App() {
  const token = useLocationProperty(tokenOfAddress);
  // Refetched on focus, because the link may be opened in another tab.
  const { data: session, isError } = useQuery({
    queryKey: ['session'],
    queryFn: readSession,
    refetchInterval: ({ state }) => (state.status === 'error' ? 5_000 : false),
  });
  if (session === undefined)
    return (
      <main className="status">
        {isError ? 'The server is not answering. Still trying.' : 'Loading …'}
      </main>
    );
  return token || !session.email ? <SignIn token={token} /> : <Inbox email={session.email} />;
}

/** The token of a sign-in link, or ''. */
function tokenOfAddress(): string {
  return location.pathname === '/inbox/sign-in' ? location.hash.slice(1) : '';
}

async function readSession(): Promise<SessionAnswer> {
  const answer = await ask<SessionAnswer>('session');
  // Drafts in this tab belong to the person who wrote them. They stay while no one is signed in.
  if (answer.email && sessionStorage.getItem('email') !== answer.email) {
    sessionStorage.clear();
    sessionStorage.setItem('email', answer.email);
  }
  return answer;
}

/** The key in `localStorage` of the page to open after the sign-in, perhaps in another tab. */
const requested = 'inbox-page';

const refetchSession = () => client.refetchQueries({ queryKey: ['session'] });

/** Requests a link, or signs in with the token of one. */
function SignIn({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const { mutate, error, variables, isPending, isSuccess, reset } = useMutation({
    mutationFn: (body: { email: string } | { token: string }) =>
      ask<object>('token' in body ? 'confirm' : 'sign-in', { body }),
    async onSuccess(_answer, body) {
      if ('email' in body)
        return localStorage.setItem(requested, location.pathname + location.search);
      await refetchSession();
      navigate(localStorage.getItem(requested) ?? '/inbox', { replace: true });
      localStorage.removeItem(requested);
    },
    onError: (error) => token && isRefusal(error) && navigate('/inbox', { replace: true }),
  });
  useEffect(() => {
    // If another tab signs in, this one continues too.
    addEventListener('storage', refetchSession);
    return () => removeEventListener('storage', refetchSession);
  }, []);
  const isSent = isSuccess && !token;
  const hasDraft = Object.keys(sessionStorage).some((key) => key.startsWith(draftKey));
  return (
    <main>
      <title>{`Sign in · ${brand.name}`}</title>
      <form
        className="sheet sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          const email = String(new FormData(event.currentTarget).get('email')).trim();
          mutate(token ? { token } : { email });
        }}
      >
        <h1>Sign in</h1>
        <div role="alert">
          {error && (
            <p className="banner">
              {faultOf(error, variables !== undefined && 'token' in variables)}
            </p>
          )}
        </div>
        <p role="status">
          {token
            ? 'Your link works. Sign in below.'
            : isSent
              ? 'If this address may sign in, we have sent it a link. Check your email. If nothing arrives, the person who runs the server can print a link.'
              : 'We will send you a link. It works once, within ten minutes, in this browser.'}
        </p>
        {hasDraft && <p>Your unsaved note is kept in this tab.</p>}
        {!token && !isSent && (
          <label>
            Email Address
            <input name="email" type="email" autoComplete="email" required />
          </label>
        )}
        {isSent ? (
          <button type="button" className="button second" onClick={reset}>
            Use another address
          </button>
        ) : (
          <button type="submit" className="button" disabled={isPending}>
            {token ? 'Sign in' : 'Send the link'}
          </button>
        )}
      </form>
    </main>
  );
}

const isRefusal = (error: Error) => error instanceof ApiError && error.status === 400;

function faultOf(error: Error, isOfLink: boolean): string {
  if (error instanceof ApiError && error.status === 429)
    return `Too many attempts. Please try again at ${clockTimeIn(error.retryAfter)}.`;
  return isOfLink && isRefusal(error)
    ? 'This link does not work. It was already used, is older than ten minutes, or was requested in another browser. Request a new one here.'
    : 'That did not work. Please try again.';
}

import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { brand } from '../content/brand.ts';
import { ApiError, callApi, client } from './client.ts';
import { clockTimeIn } from './format.ts';
import { draftKey } from './note.tsx';

/** The key in `localStorage` of the page to open after the sign-in, perhaps in another tab. */
const requested = 'inbox-page';

const refetchSession = () => client.refetchQueries({ queryKey: ['session'] });

/** Requests a link, or signs in with the token of one. */
export function SignIn({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const { mutate, error, variables, isPending, isSuccess, reset } = useMutation({
    mutationFn: (body: { email: string } | { token: string }) =>
      callApi<object>('token' in body ? 'confirm' : 'sign-in', { body }),
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
            <input
              name="email"
              type="email"
              autoComplete="email"
              defaultValue={sessionStorage.getItem('email') ?? ''}
              required
            />
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

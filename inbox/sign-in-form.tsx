import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { SessionAnswer } from '../booking/inbox-answers.ts';
import { brand } from '../content/brand.ts';
import { ApiError, client, post } from './client.ts';
import { clockTimeIn } from './format.ts';

interface SignInProps {
  /** Of the link that was opened; empty: none was. */
  token: string;
  /** Whether a session has just expired. */
  hasEnded: boolean;
}

/** Asks for a link, or uses the one that was opened. */
export function SignIn({ token, hasEnded }: SignInProps) {
  const [isRefused, setRefused] = useState(false);
  const [, navigate] = useLocation();
  const ended = hasEnded && 'You have been signed out. Your unsaved text is still in this tab.';
  const refused =
    isRefused &&
    'This link does not work: it was used, is older than ten minutes, or was asked for in another browser. Ask for a new one here.';
  return (
    <main className="centred sign-in">
      <div className="sheet">
        {token ? (
          <UseLink
            key={token}
            token={token}
            onRefused={() => {
              setRefused(true);
              navigate('/inbox', { replace: true });
            }}
          />
        ) : (
          <AskForLink notice={refused || ended || ''} />
        )}
      </div>
    </main>
  );
}

/** A button uses the link, so that a scanner that fetches it uses nothing up. */
function UseLink({ token, onRefused }: { token: string; onRefused(): void }) {
  const [, navigate] = useLocation();
  const confirm = useMutation({
    mutationFn: () => post<SessionAnswer>('confirm', { token }),
    async onSuccess() {
      await client.refetchQueries({ queryKey: ['session'] });
      navigate('/inbox', { replace: true });
    },
    onError(error) {
      if (error instanceof ApiError && error.status === 400) onRefused();
    },
  });
  return (
    <>
      <Heading />
      <Fault text={confirm.isError ? faultOf(confirm.error) : ''} />
      <p>Your link works. Sign in below.</p>
      <button
        type="button"
        className="button"
        disabled={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        Sign in
      </button>
    </>
  );
}

function AskForLink({ notice }: { notice: string }) {
  const ask = useMutation({
    mutationFn: (email: string) => post<object>('sign-in', { email }),
  });
  if (ask.isSuccess)
    return (
      <>
        <Heading key="sent" />
        <p>
          We have sent a link, if this address may sign in. Check your email. If nothing arrives,
          the person who runs the server can print a link.
        </p>
        <button type="button" className="button second" onClick={() => ask.reset()}>
          Use another address
        </button>
      </>
    );
  return (
    <>
      <Heading key="ask" />
      <Fault text={ask.isError ? faultOf(ask.error) : notice} />
      <form
        className="booking-form"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(String(new FormData(event.currentTarget).get('email')).trim());
        }}
      >
        <p>We send you a link. It works once, within ten minutes, in this browser.</p>
        <div className="field">
          <label className="small-heading" htmlFor="email">
            Email Address
          </label>
          <input id="email" name="email" type="email" autoComplete="email" required />
        </div>
        <button type="submit" className="button" disabled={ask.isPending}>
          Send the link
        </button>
      </form>
    </>
  );
}

/** Takes the focus, so that reading begins here after each step. */
function Heading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `Sign in · ${brand.name}`;
    heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      Sign in
    </h1>
  );
}

function Fault({ text }: { text: string }) {
  return <div role="alert">{text && <p className="banner">{text}</p>}</div>;
}

function faultOf(error: Error): string {
  if (error instanceof ApiError && error.status === 429)
    return `Too many tries. Please try again at ${clockTimeIn(error.retryAfter)}.`;
  return 'That did not work. Please try again.';
}

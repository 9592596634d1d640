import { type FormEvent, useEffect, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { interpolate } from '../interpolate.ts';
import type { SessionAnswer } from './api.ts';
import { Engraving } from './marks.tsx';
import { ask, type Refused } from './server.ts';
import { clockTimeIn, texts } from './texts.ts';

interface SignInProps {
  /** Of the link that was opened; empty: none was. */
  token: string;
  /** What to say of a session that has just ended, or of a link that did not work. */
  notice: string;
  onSignedIn(session: SessionAnswer): void;
  /** The link does not work. */
  onRefused(): void;
}

/** Asks for a link, or uses the one that was opened, by a button: a scanner that fetches it uses nothing up. */
export function SignIn({ token, notice, onSignedIn, onRefused }: SignInProps) {
  const [step, setStep] = useState<'ask' | 'sent' | 'ready'>(token ? 'ready' : 'ask');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { signIn } = texts;
  const says = fault || (step === 'ask' && notice);

  // Where the words have changed, reading begins anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step
  useEffect(() => {
    document.title = `${signIn.title} · ${brand.name}`;
    heading.current?.focus();
  }, [step]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (step === 'sent') return setStep('ask');
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setBusy(true);
    setFault('');
    try {
      if (step === 'ready') return onSignedIn(await ask<SessionAnswer>('confirm', { token }));
      await ask('sign-in', { email });
      setStep('sent');
    } catch (error) {
      const { status, retryAfter } = error as Refused;
      if (status === 429) setFault(interpolate(signIn.tooMany, { time: clockTimeIn(retryAfter) }));
      else if (step === 'ready' && status >= 400 && status < 500) onRefused();
      else setFault(texts.failed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className="centred sign-in">
      <Engraving name={brand.name} />
      <div className="sheet">
        <h1 ref={heading} tabIndex={-1}>
          {signIn.title}
        </h1>
        <div role="alert">{says && <p className="banner">{says}</p>}</div>
        <form className="booking-form" onSubmit={submit}>
          <p>{{ ask: signIn.lede, sent: signIn.sent, ready: signIn.ready }[step]}</p>
          {step === 'ask' && (
            <div className="field">
              <label htmlFor="email">{signIn.email}</label>
              <input id="email" name="email" type="email" autoComplete="email" required />
            </div>
          )}
          <button
            type="submit"
            className={step === 'sent' ? 'button second' : 'button'}
            disabled={isBusy}
          >
            {{ ask: signIn.send, sent: signIn.again, ready: signIn.confirm }[step]}
          </button>
        </form>
      </div>
    </main>
  );
}

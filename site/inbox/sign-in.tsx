import { type FormEvent, useEffect, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { interpolate } from '../interpolate.ts';
import type { SessionAnswer } from './api.ts';
import { Engraving, useSerial } from './engraving.tsx';
import { ask, type Body, Refused } from './server.ts';
import { clockTimeIn, texts } from './texts.ts';

interface SignInProps {
  /** Of the link that was opened; empty: none was. */
  token: string;
  /** What to say of a session that has just ended. */
  farewell: string;
  onSignedIn(session: SessionAnswer): void;
}

/** Asks for a link, or uses the one that was opened, by a button: a scanner that fetches it uses nothing up. */
export function SignIn({ token, farewell, onSignedIn }: SignInProps) {
  const [step, setStep] = useState<'ask' | 'sent' | 'ready'>(token ? 'ready' : 'ask');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const serial = useSerial(brand.name);
  const { signIn } = texts;

  // Where the words have changed, reading begins anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step
  useEffect(() => heading.current?.focus(), [step]);

  async function send(path: string, body: Body) {
    setBusy(true);
    setFault('');
    try {
      return await ask<SessionAnswer>(path, body);
    } catch (error) {
      const { status, retryAfter } = error instanceof Refused ? error : new Refused(0, {}, 0);
      if (status === 429) {
        setFault(interpolate(signIn.tooMany, { time: clockTimeIn(retryAfter) }));
      } else if (path === 'confirm' && status >= 400 && status < 500) {
        setStep('ask');
        setFault(signIn.wrong);
      } else setFault(texts.failed);
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  async function askForLink(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    if (await send('sign-in', { email })) setStep('sent');
  }

  async function confirm(event: FormEvent) {
    event.preventDefault();
    const session = await send('confirm', { token });
    if (session) onSignedIn(session);
  }

  return (
    <main className="sign-in">
      <Engraving serial={serial} />
      <div className="panel">
        <h1 ref={heading} tabIndex={-1}>
          {signIn.title}
        </h1>
        {farewell && step === 'ask' && !fault && <p className="banner">{farewell}</p>}
        <div role="alert">{fault && <p className="banner">{fault}</p>}</div>
        {step === 'ask' && (
          <form onSubmit={askForLink}>
            <p>{signIn.lede}</p>
            <div className="field">
              <label htmlFor="email">{signIn.email}</label>
              <input id="email" name="email" type="email" autoComplete="email" required />
            </div>
            <button type="submit" className="button" disabled={isBusy}>
              {signIn.send}
            </button>
          </form>
        )}
        {step === 'sent' && (
          <>
            <p>{signIn.sent}</p>
            <button type="button" className="button second" onClick={() => setStep('ask')}>
              {signIn.again}
            </button>
          </>
        )}
        {step === 'ready' && (
          <form onSubmit={confirm}>
            <p>{signIn.ready}</p>
            <button type="submit" className="button" disabled={isBusy}>
              {signIn.confirm}
            </button>
          </form>
        )}
      </div>
    </main>
  );
}

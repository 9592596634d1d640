import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { brand } from '../../content/brand.ts';
import { interpolate } from '../interpolate.ts';
import type { SessionAnswer } from './api.ts';
import { clockTimeIn } from './format.ts';
import { Inbox } from './inbox.tsx';
import { Engraving } from './marks.tsx';
import { go, useRoute } from './route.ts';
import { ask, type Refused, retryDelay, useAnswer } from './server.ts';
import { texts } from './texts.ts';

const root = document.getElementById('inbox');
if (root) createRoot(root).render(<App />);

/** The inbox of who is signed in, and else the way to sign in. */
function App() {
  const { token } = useRoute();
  const { answer, refused, reload } = useAnswer<SessionAnswer>('session');
  /** What to say to who is not signed in. */
  const [notice, setNotice] = useState('');
  const isOut = refused?.status === 401;
  const session = isOut ? undefined : answer;

  function end(notice: string): Promise<void> {
    setNotice(notice);
    return reload();
  }

  const look = useEffectEvent(() => void reload());
  useEffect(() => {
    if (session) return;
    const timer = refused && !isOut ? setTimeout(() => look(), retryDelay) : undefined;
    // Again when somebody comes back to this tab: the link may have been opened in another one.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [session, refused, isOut]);

  if (!session && !isOut)
    return <main className="centred status">{refused ? texts.unreachable : texts.loading}</main>;
  if (!session || token)
    return (
      <SignIn
        key={token}
        token={token}
        notice={notice}
        onUsed={async (fault) => {
          await end(fault);
          go('/inbox', true);
        }}
      />
    );
  return <Inbox session={session} onEnd={(notice) => void end(notice)} />;
}

interface SignInProps {
  /** Of the link that was opened; empty: none was. */
  token: string;
  /** What to say of a session that has just ended, or of a link that did not work. */
  notice: string;
  /** The link was tried: the fault is '' where it worked. */
  onUsed(fault: string): Promise<void>;
}

/** Asks for a link, or uses the one that was opened, by a button: a scanner that fetches it uses nothing up. */
function SignIn({ token, notice, onUsed }: SignInProps) {
  const [step, setStep] = useState<'ask' | 'sent' | 'ready'>(token ? 'ready' : 'ask');
  const [fault, setFault] = useState(token ? '' : notice);
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { signIn } = texts;

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
      await (step === 'ready' ? ask('confirm', { token }) : ask('sign-in', { email }));
      if (step === 'ready') await onUsed('');
      else setStep('sent');
    } catch (error) {
      const { status, retryAfter } = error as Refused;
      if (status === 429) setFault(interpolate(signIn.tooMany, { time: clockTimeIn(retryAfter) }));
      else if (step === 'ready' && status >= 400 && status < 500) await onUsed(signIn.wrong);
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
        <div role="alert">{fault && <p className="banner">{fault}</p>}</div>
        <form className="booking-form" onSubmit={submit}>
          <p>{{ ask: signIn.lede, sent: signIn.sent, ready: signIn.ready }[step]}</p>
          {step === 'ask' && (
            <div className="field">
              <label className="small-heading" htmlFor="email">
                {signIn.email}
              </label>
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

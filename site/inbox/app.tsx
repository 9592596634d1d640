import { useEffect, useState } from 'react';
import { brand } from '../../content/brand.ts';
import type { SessionAnswer } from './api.ts';
import { Inbox } from './inbox.tsx';
import { go, usePlace } from './place.ts';
import { ask, type Refused } from './server.ts';
import { SignIn } from './sign-in.tsx';
import { texts } from './texts.ts';

/** In milliseconds. */
const retry = 5_000;

/** The inbox of who is signed in, and else the way to sign in. */
export function App() {
  const place = usePlace();
  // Null: none. Undefined: not known yet.
  const [session, setSession] = useState<SessionAnswer | null>();
  /** What to say to who has been signed out. */
  const [farewell, setFarewell] = useState('');
  const [isReachable, setReachable] = useState(true);

  useEffect(() => {
    if (session !== undefined) return;
    const look = () =>
      ask<SessionAnswer>('session').then(setSession, (error: Refused) => {
        if (error.status === 401) return;
        setReachable(false);
        timer = setTimeout(look, retry);
      });
    let timer: ReturnType<typeof setTimeout>;
    void look();
    return () => clearTimeout(timer);
  }, [session]);

  useEffect(() => {
    const end = () => {
      if (session) setFarewell(texts.signIn.ended);
      setSession(null);
    };
    addEventListener('signed-out', end);
    return () => removeEventListener('signed-out', end);
  }, [session]);

  // The link may have been opened in another tab of this browser.
  useEffect(() => {
    if (session !== null) return;
    const look = () => {
      if (document.hidden) return;
      ask<SessionAnswer>('session').then(setSession, () => {});
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [session]);

  const needsSignIn = session === null || (place.view === 'sign-in' && place.token !== '');
  const isAstray = place.view === 'sign-in' && !needsSignIn && session !== undefined;
  useEffect(() => {
    if (isAstray) go('/inbox', true);
  }, [isAstray]);
  useEffect(() => {
    if (needsSignIn) document.title = `${texts.signIn.title} · ${brand.name}`;
  }, [needsSignIn]);

  if (needsSignIn) {
    return (
      <SignIn
        key={place.token}
        token={place.token}
        farewell={farewell}
        onSignedIn={(session) => {
          setSession(session);
          // Without the token in the history.
          if (place.view === 'sign-in') go('/inbox', true);
        }}
      />
    );
  }
  if (!session || isAstray) {
    return <p className="status waiting">{isReachable ? texts.loading : texts.unreachable}</p>;
  }
  return (
    <Inbox
      place={place}
      session={session}
      onSignOut={async () => {
        await ask('sign-out', {});
        sessionStorage.clear();
        setFarewell('');
        setSession(null);
        go('/inbox', true);
      }}
      onLost={() => setFarewell((text) => `${text} ${texts.actions.undone}`.trim())}
    />
  );
}

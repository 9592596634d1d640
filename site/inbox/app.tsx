import { useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { SessionAnswer } from './api.ts';
import { Inbox } from './inbox.tsx';
import { go, useRoute } from './route.ts';
import { ask, type Refused, retryDelay } from './server.ts';
import { SignIn } from './sign-in.tsx';
import { texts } from './texts.ts';

const root = document.getElementById('inbox');
if (root) createRoot(root).render(<App />);

/** The inbox of who is signed in, and else the way to sign in. */
function App() {
  const route = useRoute();
  /** `notice`: nobody is signed in, and what to say of it. Undefined: not known yet. */
  const [session, setSession] = useState<SessionAnswer | { notice: string }>();
  const [isReachable, setReachable] = useState(true);
  const isIn = session !== undefined && 'email' in session;

  const enter = useCallback((session: SessionAnswer) => {
    // The drafts in this tab are for those alone who wrote them.
    if (sessionStorage.getItem('email') !== session.email) sessionStorage.clear();
    sessionStorage.setItem('email', session.email);
    setSession(session);
  }, []);
  const forgetToken = () => {
    if (route.token) go('/inbox', true);
  };

  useEffect(() => {
    const end = () =>
      setSession((now) =>
        now && 'notice' in now ? now : { notice: now ? texts.signIn.ended : '' },
      );
    addEventListener('signed-out', end);
    return () => removeEventListener('signed-out', end);
  }, []);

  // Again when somebody comes back to this tab: the link may have been opened in another one.
  useEffect(() => {
    if (isIn) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () =>
      ask<SessionAnswer>('session').then(enter, ({ status }: Refused) => {
        setReachable(status === 401);
        if (status !== 401) timer = setTimeout(look, retryDelay);
      });
    if (session === undefined) void look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [session, isIn, enter]);

  if (session === undefined)
    return (
      <main className="centred status">{isReachable ? texts.loading : texts.unreachable}</main>
    );
  if (!isIn || route.token) {
    return (
      <SignIn
        key={route.token}
        token={route.token}
        notice={isIn ? '' : session.notice}
        onSignedIn={(session) => {
          enter(session);
          forgetToken();
        }}
        onRefused={() => {
          if (!isIn) setSession({ notice: texts.signIn.wrong });
          forgetToken();
        }}
      />
    );
  }
  return (
    <Inbox
      route={route}
      session={session}
      onSignOut={async (notice) => {
        await ask('sign-out', {});
        sessionStorage.clear();
        setSession({ notice });
        go('/inbox', true);
      }}
    />
  );
}

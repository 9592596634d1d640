import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { useLocationProperty } from 'wouter/use-browser-location';
import type { SessionAnswer } from '../booking/inbox-answers.ts';
import { callApi, client } from './client.ts';
import { Inbox } from './inbox.tsx';
import { SignIn } from './sign-in.tsx';

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
  const answer = await callApi<SessionAnswer>('session');
  // Drafts in this tab belong to the person who wrote them. They stay while no one is signed in.
  if (answer.email && sessionStorage.getItem('email') !== answer.email) {
    sessionStorage.clear();
    sessionStorage.setItem('email', answer.email);
  }
  return answer;
}

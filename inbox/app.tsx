import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { useLocationProperty } from 'wouter/use-browser-location';
import { client } from './client.ts';
import { Inbox } from './inbox.tsx';
import { useSession } from './queries.ts';
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
  const { data: session, isError } = useSession();
  if (session === undefined)
    return (
      <main className="status">
        {isError ? 'The server is not answering. Still trying.' : 'Loading …'}
      </main>
    );
  return session === null || token ? <SignIn token={token} /> : <Inbox email={session.email} />;
}

/** The token of a sign-in link, or ''. */
function tokenOfAddress(): string {
  return location.pathname === '/inbox/sign-in' ? location.hash.slice(1) : '';
}

import { failed, succeeded } from '../../cli/output.ts';
import { withStore } from '../../cli/with-store.ts';
import { comparable } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import type { Store } from '../../store/store.ts';
import { hashOf, insertLink, linkAddress, linkLifetime, newToken } from '../inbox/sessions.ts';

/** Prints a link that signs this address in to the inbox. */
export function inboxLink(config: Config, address: string): Promise<number> | number {
  const { inboxUsers, siteUrl } = config;
  if (inboxUsers === undefined)
    return failed(
      'There is no inbox: set INBOX_USERS to the addresses that may sign in, separated by commas.',
    );
  const email = comparable(address.trim());
  if (!inboxUsers.map(comparable).includes(email))
    return failed(`${email} may not sign in: INBOX_USERS has ${inboxUsers.join(', ')}.`);
  return withStore(config, async (store) => {
    failed('Valid once, for ten minutes, in the first browser in which its button is pressed:');
    return succeeded(await createInboxLink(store, siteUrl, email));
  });
}

/** Creates a sign-in link for `email`, an address of INBOX_USERS. It is valid for ten minutes. */
export async function createInboxLink(store: Store, siteUrl: string, email: string) {
  const token = newToken();
  await insertLink(store, { tokenHash: hashOf(token), email, validFor: linkLifetime });
  return linkAddress(siteUrl, token);
}

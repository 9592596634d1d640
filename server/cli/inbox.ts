import { formatJson } from '../bookings-file.ts';
import type { Config } from '../config/config.ts';
import { hashOf, linkAddress, linkLifetime, newToken } from '../inbox/sign-in.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { failed, formatTable, formatTime, shorten, succeeded, zone } from './output.ts';
import { withStore } from './store.ts';

const noInbox =
  'There is no inbox: set INBOX_USERS to the addresses that may sign in, separated by commas.';

/** Prints a link by which this address signs in to the inbox. */
export function inboxLink(config: Config, address: string): Promise<number> | number {
  const { inboxUsers, siteUrl } = config;
  if (inboxUsers === undefined) return failed(noInbox);
  const email = address.trim().toLowerCase();
  if (!inboxUsers.includes(email))
    return failed(`${email} may not sign in: INBOX_USERS has ${inboxUsers.join(', ')}.`);
  return withStore(config, async (store) => {
    const token = newToken();
    const expiresAt = Date.now() + linkLifetime;
    await store.insertLink({ tokenHash: hashOf(token), email, expiresAt });
    failed('Valid once, for ten minutes, in the first browser in which its button is pressed:');
    return succeeded(linkAddress(siteUrl, token));
  });
}

/** Shows who is signed in to the inbox, or signs them out. */
export function sessions(
  config: Config,
  { json, revoke }: { json?: true; revoke?: readonly number[] | 'all' },
): Promise<number> | number {
  if (config.inboxUsers === undefined) return failed(noInbox);
  return withStore(config, async (store) => {
    const found = await store.listSessions();
    if (revoke !== undefined) return end(store, found, revoke);
    if (json) return succeeded(formatJson(found));
    if (found.length === 0) return succeeded('Nobody is signed in.');
    const rows = found.map(({ id, created_at, expires_at, email }) => ({
      ID: String(id),
      [`SINCE${zone}`]: formatTime(created_at),
      [`UNTIL${zone}`]: formatTime(expires_at),
      ADDRESS: email,
    }));
    return succeeded(formatTable(rows));
  });
}

async function end(store: Store, found: Session[], which: readonly number[] | 'all') {
  const all = found.map(({ id }) => id);
  const ids = which === 'all' ? all : which;
  const missing = ids.filter((id) => !all.includes(id));
  if (missing.length > 0) failed(`Not found: ${shorten(missing)}.`);
  const ended = await store.endSessions(ids);
  if (ended > 0 || missing.length === 0) succeeded(`${ended} ended.`);
  return missing.length === 0 ? 0 : 1;
}

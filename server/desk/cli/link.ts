import { sourceLabels, sourceName } from '../../../booking/source.ts';
import { failed, succeeded } from '../../cli/output.ts';
import { withStore } from '../../cli/store.ts';
import { UsageError } from '../../command-line.ts';
import { comparable } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { addSource, listSources, removeSource } from '../../store/sources.ts';
import type { Store } from '../../store/store.ts';
import { hashOf, insertLink, linkAddress, linkLifetime, newToken } from '../inbox/sessions.ts';

/** Adds or removes the name of a source. Prints its link, or all links if no name is given. */
export function link(
  config: Config,
  name: string | undefined,
  { remove = false }: { remove?: boolean },
): Promise<number> {
  const addressOf = (one: string) => `${config.siteUrl}/?from=${one}`;
  if (name === undefined && remove) throw new UsageError('Name the source to remove. See --help.');
  if (name !== undefined && !sourceName.test(name))
    throw new UsageError(
      `${name} is not a valid name. Use up to 24 characters: lowercase letters, digits, and single hyphens between them, such as fair-2026.`,
    );
  if (name !== undefined && Object.hasOwn(sourceLabels, name))
    throw new UsageError(`${name} is a built-in source and needs no link. Choose another name.`);
  return withStore(config, async (store) => {
    if (name === undefined) {
      const names = await listSources(store);
      if (names.length === 0) failed('No names yet: ./lodemark link fair-2026 adds one.');
      return names.length === 0 ? 0 : succeeded(names.map(addressOf).join('\n'));
    }
    if (!remove) {
      await addSource(store, name);
      return succeeded(addressOf(name));
    }
    if (!(await removeSource(store, name))) return failed(`Not found: ${name}.`);
    return succeeded(`${name} removed. Leads keep it; new visits by its link count as 'other'.`);
  });
}

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

import { describe, expect, test } from 'vitest';
import { hashOf, newToken } from '../../server/desk/inbox/sign-in.ts';
import { databases } from '../support/engines.ts';

const minute = 60_000;
const email = 'sales@example.com';

describe.each(databases)('links of the inbox in %s', (_, createDatabase) => {
  /** Two stores on one database, and what uses a link there as another browser would. */
  async function openStores() {
    const { clock, open } = await createDatabase();
    const expiresAt = clock.now + 60 * minute;
    const stores = [await open(), await open()] as const;
    const insert = (link: string, to: string | null) =>
      stores[0].insertLink({ tokenHash: hashOf(link), email: to, expiresAt });
    const use = (link: string, server: 0 | 1 = 0) => {
      const session = { tokenHash: hashOf(newToken()), expiresAt };
      return stores[server].redeemLink(hashOf(link), hashOf(newToken()), session, [email]);
    };
    return { clock, store: stores[0], insert, use };
  }

  test('one of no browser makes a session in whichever uses it first, and one of nobody none', async () => {
    const { insert, use } = await openStores();
    await insert('somebody’s', email);
    await insert('nobody’s', null);
    const used = [await use('somebody’s'), await use('somebody’s'), await use('nobody’s')];
    expect(used).toEqual([{ email }, undefined, undefined]);
  });

  test('one that many use at once, at two servers, makes one session, which ends', async () => {
    const { clock, store, insert, use } = await openStores();
    await insert('link', email);
    const uses = Array.from({ length: 12 }, (_, i) => use('link', i % 2 === 0 ? 0 : 1));
    const sessions = (await Promise.all(uses)).filter((answer) => answer !== undefined);
    expect(sessions).toEqual([{ email }]);
    expect(await store.listSessions()).toMatchObject([{ id: 1, email }]);
    clock.now += 60 * minute;
    expect(await store.listSessions()).toEqual([]);
  });
});

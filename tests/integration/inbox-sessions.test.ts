import { describe, expect, test } from 'vitest';
import { hashOf, newToken } from '../../server/inbox/sessions.ts';
import { databases } from '../support/engines.ts';

const minute = 60_000;
const email = 'sales@example.com';

describe.each(databases)('links and sessions of the inbox in %s', (_, createDatabase) => {
  /** A store with a link, and what uses it as another browser would. */
  async function storeWithLink() {
    const { clock, open } = await createDatabase();
    const store = await open();
    const tokenHash = hashOf(newToken());
    const browserHash = hashOf(newToken());
    const expiresAt = clock.now + 10 * minute;
    await store.insertLink({ tokenHash, browserHash, email, expiresAt });
    const session = () => ({ tokenHash: hashOf(newToken()), expiresAt: clock.now + 60 * minute });
    const use = (from: typeof store) => from.redeemLink(tokenHash, browserHash, session());
    return { clock, open, store, use, session, tokenHash };
  }

  test('a link of no browser makes one in whichever uses it first, and of nobody none', async () => {
    const { clock, store, session } = await storeWithLink();
    const [link, nobodys] = [hashOf(newToken()), hashOf(newToken())];
    const expiresAt = clock.now + minute;
    await store.insertLink({ tokenHash: link, email, expiresAt });
    await store.insertLink({ tokenHash: nobodys, email: null, expiresAt });
    const use = (tokenHash: string) => store.redeemLink(tokenHash, hashOf(newToken()), session());
    const used = [await use(link), await use(link), await use(nobodys)];
    expect(used).toEqual([{ email }, undefined, undefined]);
  });

  test('a link that many servers use at once makes one session', async () => {
    const { open, store, use } = await storeWithLink();
    const stores = [store, await open(), await open()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => use(stores[i % 3] ?? store)),
    );
    expect(answers.filter((answer) => answer !== undefined)).toEqual([{ email }]);
    const expires_at = '2026-01-02T01:00:00.000Z';
    expect(await store.listSessions()).toMatchObject([{ id: 1, email, expires_at }]);
  });

  test('a session is found by its token until it is over or was ended', async () => {
    const { clock, open, store, session, tokenHash: first } = await storeWithLink();
    const browser = hashOf('browser');
    const sessions = [session(), session(), session()];
    for (const one of sessions) {
      const tokenHash = hashOf(newToken());
      await store.insertLink({ tokenHash, email, expiresAt: clock.now + minute });
      await store.redeemLink(tokenHash, browser, one);
    }
    const [a = first, b = first, c = first] = sessions.map(({ tokenHash }) => tokenHash);
    const other = await open();
    expect(await other.findSession(a)).toMatchObject({ id: 1, email });
    expect(await other.findSession(hashOf(a))).toBeUndefined();
    expect(await store.endSessions({ ids: [1, 9] })).toBe(1);
    expect(await other.findSession(a)).toBeUndefined();
    expect(await store.endSessions({ tokenHash: b })).toBe(1);
    expect(await store.endSessions({ tokenHash: b })).toBe(0);
    expect((await other.listSessions()).map(({ id }) => id)).toEqual([3]);
    clock.now += 60 * minute;
    expect(await other.findSession(c)).toBeUndefined();
    expect(await other.listSessions()).toEqual([]);
    expect(await other.endSessions({ ids: [3] })).toBe(0);
    await store.insertLink({ tokenHash: hashOf('new'), email, expiresAt: clock.now + minute });
    clock.now -= 30 * minute;
    expect(await other.listSessions()).toEqual([]);
  });
});

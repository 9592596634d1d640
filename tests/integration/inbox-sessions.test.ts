import { describe, expect, test } from 'vitest';
import { hashOf, newToken } from '../../server/inbox/tokens.ts';
import type { NewLink } from '../../server/store/lead.ts';
import { databases } from '../support/engines.ts';

const minute = 60_000;
const email = 'sales@example.com';

describe.each(databases)('links and sessions of the inbox in %s', (_, createDatabase) => {
  /** A store with a link, and what uses it as another browser would. */
  async function storeWithLink(more: Partial<NewLink> = {}) {
    const { clock, open } = await createDatabase();
    const store = await open();
    const tokenHash = hashOf(newToken());
    const browserHash = hashOf(newToken());
    const expiresAt = clock.now + 10 * minute;
    await store.insertLink({ tokenHash, browserHash, email, expiresAt, ...more });
    const session = () => ({ tokenHash: hashOf(newToken()), expiresAt: clock.now + 60 * minute });
    const use = (browser = browserHash, from = store) =>
      from.redeemLink(tokenHash, browser, session());
    return { clock, open, store, use, session, tokenHash };
  }

  test('a link makes one session, in the browser that asked for it', async () => {
    const { store, use, tokenHash, session } = await storeWithLink();
    expect(await use(hashOf('another'))).toBeUndefined();
    expect(await store.redeemLink(hashOf('unknown'), tokenHash, session())).toBeUndefined();
    expect(await store.listSessions()).toEqual([]);
    expect(await use()).toEqual({ email });
    expect(await use()).toBeUndefined();
    expect(await store.listSessions()).toEqual([
      {
        id: 1,
        email,
        created_at: '2026-01-02T00:00:00.000Z',
        expires_at: '2026-01-02T01:00:00.000Z',
      },
    ]);
  });

  test('a link of no browser makes one in whichever uses it first', async () => {
    const { clock, store, session } = await storeWithLink();
    const tokenHash = hashOf(newToken());
    await store.insertLink({ tokenHash, email, expiresAt: clock.now + minute });
    const use = () => store.redeemLink(tokenHash, hashOf(newToken()), session());
    expect([await use(), await use()]).toEqual([{ email }, undefined]);
  });

  test('a link that is too old, or of one who may not sign in, makes none', async () => {
    const old = await storeWithLink();
    old.clock.now += 10 * minute;
    expect(await old.use()).toBeUndefined();
    const unknown = await storeWithLink({ email: null });
    expect(await unknown.use()).toBeUndefined();
    expect(await unknown.store.listSessions()).toEqual([]);
  });

  test('a link that many servers use at once makes one session', async () => {
    const { open, store, use } = await storeWithLink();
    const stores = [store, await open(), await open()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => use(undefined, stores[i % 3])),
    );
    expect(answers.filter((answer) => answer !== undefined)).toEqual([{ email }]);
    expect(await store.listSessions()).toHaveLength(1);
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

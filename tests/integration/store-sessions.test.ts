import { describe, expect, test } from 'vitest';
import {
  extendSession,
  findSession,
  insertLink,
  redeemLink,
} from '../../server/desk/inbox/sessions.ts';
import { day, minute } from '../support/delivery.ts';
import { databases } from '../support/engines.ts';

const email = 'sales@example.com';

describe.each(databases)('the inbox on %s', (_, createDatabase) => {
  /** Two servers on one database. */
  async function openTwo() {
    const database = await createDatabase();
    const stores = [await database.open(), await database.open()] as const;
    const link = (tokenHash: string, more: { email?: string } = {}) =>
      insertLink(stores[0], { tokenHash, email, validFor: 10 * minute, ...more });
    const use = (tokenHash: string, session = 'session', at: 0 | 1 = 0) =>
      redeemLink(stores[at], tokenHash, 'browser', session, [email]);
    return { ...database, stores, store: stores[0], link, use };
  }

  test('turns a user’s link into one session even if two servers get it many times at once', async () => {
    const { run, link, use } = await openTwo();
    await link('former', { email: 'former@example.com' });
    expect(await use('former')).toBeUndefined();
    await link('link');
    const uses = Array.from({ length: 12 }, (_, i) => use('link', `s${i}`, i % 2 === 0 ? 0 : 1));
    expect((await Promise.all(uses)).filter((answer) => answer !== undefined)).toEqual([{ email }]);
    expect(await run('SELECT email FROM inbox_sessions')).toEqual([{ email }]);
  });

  test('ends a session thirty days after its last use, or if the clock is before its start', async () => {
    const { pass, run, store, link, use } = await openTwo();
    await link('link');
    await use('link');
    await pass(day);
    expect(await findSession(store, 'session')).toEqual({ id: 1, email, isDue: false });
    await pass(1);
    expect(await findSession(store, 'session')).toEqual({ id: 1, email, isDue: true });
    await extendSession(store, 1);
    await pass(30 * day - 1);
    expect(await findSession(store, 'session')).toMatchObject({ id: 1, isDue: true });
    await pass(1);
    expect(await findSession(store, 'session')).toBeUndefined();
    await pass(-31 * day - 2);
    expect(await findSession(store, 'session')).toBeUndefined();
    await pass(31 * day + 2);
    // The next link deletes expired rows.
    await link('another');
    expect(await run('SELECT token_hash FROM inbox_sessions')).toEqual([]);
    expect(await run('SELECT token_hash FROM inbox_links')).toEqual([{ token_hash: 'another' }]);
  });
});

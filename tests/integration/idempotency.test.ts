import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { engines } from '../support/engines.ts';
import { publicKey } from '../support/server.ts';

const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';

describe.each(engines)('on %s:', (_engine, startServer) => {
  test('a repeated booking with the same key and the same values is answered alike and stored once', async () => {
    const server = await startServer();
    const headers = { 'Idempotency-Key': key, Prefer: 'count=exact' };
    for (let i = 0; i < 3; i++) {
      const { status, headers: answered } = await server.post(ada, headers);
      expect([status, answered.get('content-range')]).toEqual([201, '*/1']);
    }
    const upperCase = { 'Idempotency-Key': key.toUpperCase() };
    await server.post({ ...ada, name: ' Ada Lovelace ' }, upperCase);
    expect(await server.stored()).toMatchObject([{ ...ada, request_id: key }]);
    // What is no UUID is no key.
    for (let i = 0; i < 2; i++) await server.post(ada, { 'Idempotency-Key': `${key}0` });
    expect(await server.stored()).toHaveLength(3);
  });

  test('the real client, @supabase/supabase-js, inserts unchanged, one row or several', async () => {
    const server = await startServer();
    const client = createClient(server.url, publicKey);
    expect(await client.from('booking_requests').insert({ ...ada })).toMatchObject({
      error: null,
      status: 201,
    });
    const two = await client
      .from('booking_requests')
      .insert([{ ...ada }, { ...ada, name: 'Grace Hopper' }], {
        count: 'exact',
        defaultToNull: false,
      });
    expect(two).toMatchObject({ error: null, status: 201, count: 2 });
    expect(await server.stored()).toHaveLength(3);
  });
});

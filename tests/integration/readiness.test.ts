import { truncateSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { corrupt, lockDatabase, temporaryFolder } from '../support/database.ts';
import { receiver } from '../support/delivery.ts';
import { canMount, fillDisk, mountDisk } from '../support/resource-limits.ts';
import { startServer } from '../support/server.ts';
import { engines } from '../support/server-engines.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

const readyz = async (url: string) => (await fetch(`${url}/readyz`)).status;

describe('/readyz is 503', () => {
  test.each([
    ['the table of the bookings', 'booking_requests'],
    ['the index that finds repeats', 'booking_requests_values'],
    ['the index of the states', 'booking_requests_state'],
  ])('while %s is corrupt, even before a booking', async (_, name) => {
    const folder = await temporaryFolder();
    const before = await startServer({ settings: { DATA_DIR: folder } });
    await before.post(ada);
    await before.close();
    corrupt(folder, name);
    const server = await startServer({ settings: { DATA_DIR: folder } });
    expect(await readyz(server.url)).toBe(503);
    expect((await fetch(server.url)).status).toBe(200);
  });

  test('after a booking could not be stored, until another is stored', async () => {
    const server = await startServer({ limits: { busyTimeout: 0 } });
    expect(await readyz(server.url)).toBe(200);
    const unlock = lockDatabase(server.folder);
    expect((await server.post(ada)).status).toBe(503);
    unlock();
    // A successful check does not make the server ready, because bookings can still fail.
    expect(await readyz(server.url)).toBe(503);
    expect((await server.post(ada)).status).toBe(201);
    expect(await readyz(server.url)).toBe(200);
  });

  test.runIf(canMount)(
    'while the data’s disk is nearly full, although bookings are still stored (needs the right to mount)',
    async () => {
      const folder = mountDisk(16);
      const server = await startServer({ settings: { DATA_DIR: folder } });
      truncateSync(fillDisk(folder), 13 * 1024 * 1024);
      expect((await server.post(ada)).status).toBe(201);
      expect(await readyz(server.url)).toBe(503);
    },
  );
});

test.each(engines)(
  'a readiness check adds no booking or delivery and uses no id, with %s',
  async (_, start) => {
    const { url: WEBHOOK_URL, hooks } = await receiver();
    const server = await start({ settings: { WEBHOOK_URL, WEBHOOK_SECRET: webhookSecret } });
    expect(await readyz(server.url)).toBe(200);
    expect((await server.post(ada)).status).toBe(201);
    expect(await server.stored()).toMatchObject([{ id: 1, name: ada.name }]);
    await expect.poll(() => hooks.length).toBe(1);
    expect(JSON.stringify(hooks)).toContain(ada.name);
  },
);

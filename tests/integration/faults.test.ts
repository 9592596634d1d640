import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { killUnderLoad } from '../bench/kill-under-load.ts';
import { rowsIn, temporaryFolder } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { canMount, fillDisk, mountDisk, remount } from '../support/resource-limits.ts';
import { book, copyProgram, run, runServer, sharedProgram } from '../support/server-process.ts';

type Server = Awaited<ReturnType<typeof runServer>>;

/** A booking is refused with a clear error, /readyz is 503, and the pages are served. */
async function expectRefused({ url, stdout }: Pick<Server, 'url' | 'stdout'>) {
  const refused = await book(url, { name: 'while it lasts' });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({ code: 'PGRST000' });
  const id = String(refused.headers.get('x-request-id'));
  for (const part of [id, '"level":50']) await expect.poll(stdout).toContain(part);
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
}

describe.runIf(canMount)('a disk (needs the right to mount)', () => {
  test('with the log may fill up: only log lines are lost, and new ones are written when there is space again', async () => {
    const disk = mountDisk(1);
    const filler = fillDisk(disk);
    const file = path.join(disk, 'log');
    const port = await freePort();
    const command = `exec "${process.execPath}" server/main.ts >> ${file}`;
    const data = { DATA_DIR: await temporaryFolder(), RATE_LIMIT_REQUESTS: '0' };
    const environment = { ...data, PORT: String(port) };
    const { child, ended } = run(sharedProgram(), ['-c', command], environment, '/bin/sh');
    const url = `http://localhost:${port}`;
    const statusOf = (address: string) =>
      fetch(address).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(() => statusOf(`${url}/healthz`)).toBe(200);
    // One log line for each, more than the queue accepts.
    const many = Array.from({ length: 500 }, (_, i) => `${url}/${'x'.repeat(100)}${i}`);
    while (many.length > 0) await Promise.all(many.splice(0, 50).map(statusOf));
    expect((await book(url)).status).toBe(201);
    expect(await statusOf(url)).toBe(200);
    rmSync(filler);
    const log = async () => {
      await statusOf(`${url}/again`);
      return readFileSync(file, 'utf8');
    };
    await expect.poll(log).toContain('/again');
    fillDisk(disk);
    expect(await statusOf(`${url}/full`)).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'that is full at a %s and the next start refuses bookings, and loses none of those before',
    async (signal) => {
      const disk = mountDisk(8);
      const environment = { DATA_DIR: disk, RATE_LIMIT_REQUESTS: '0' };
      const server = await runServer(sharedProgram(), environment);
      // The last checkpoint must extend the main file, which the full disk prevents.
      const before = Array.from({ length: 60 }, (_, number) => `before ${number}`);
      for (const name of before) expect((await book(server.url, { name })).status).toBe(201);
      const filler = fillDisk(disk);
      server.child.kill(signal);
      await server.ended;
      const again = await runServer(sharedProgram(), environment);
      await expectRefused(again);
      rmSync(filler);
      await expect.poll(async () => (await book(again.url, { name: 'after' })).status).toBe(201);
      expect(rowsIn(disk).map(({ name }) => name)).toEqual([...before, 'after']);
    },
  );

  test.each([
    ['full', fillDisk, rmSync],
    ['read-only', (disk: string) => remount(disk, 'ro'), (disk: string) => remount(disk, 'rw')],
  ])(
    'that is %s and holds the data lets the program start, and store bookings later',
    async (_, spoil, repair) => {
      const disk = mountDisk(8);
      const spoilt = spoil(disk);
      const server = await runServer(sharedProgram(), { DATA_DIR: disk, RATE_LIMIT_REQUESTS: '0' });
      await expectRefused(server);
      repair(spoilt);
      await expect.poll(async () => (await book(server.url, { name: 'after' })).status).toBe(201);
      expect(rowsIn(disk).map(({ name }) => name)).toEqual(['after']);
    },
  );
});

test('every acknowledged booking is stored once and delivered after 3 kills under load', async () => {
  const figures = await killUnderLoad({
    program: sharedProgram(),
    data: await temporaryFolder(),
    kills: 3,
    during: 'load',
    clients: 4,
    helpers: 2,
  });
  expect(figures.acknowledged).toBeGreaterThan(0);
  expect(figures).toMatchObject({
    kills: 3,
    acknowledgedNotStored: 0,
    storedTwice: 0,
    acknowledgedNotMailed: 0,
    acknowledgedNotCalled: 0,
  });
  expect(figures.mostRepeatedMails).toBeLessThanOrEqual(5);
  expect(figures.mostRepeatedCalls).toBeLessThanOrEqual(5);
});

describe('a bug of the program', () => {
  test.each([
    ['an unhandled rejection', "Promise.reject(new Error('the fault'))"],
    ['an uncaught exception', "setImmediate(() => { throw new Error('the fault'); })"],
  ])('that is %s is logged, and the process ends with 1', async (_, fault) => {
    const server = await runWithFault(`process.once('SIGWINCH', () => { ${fault} });`);
    server.child.kill('SIGWINCH');
    expect(await server.ended).toBe(1);
    for (const part of ['"level":60', '"message":"the fault"'])
      expect(server.stdout()).toContain(part);
  });

  test('that lets a stop hang does not keep the process alive', async () => {
    const http = "process.getBuiltinModule('node:http')";
    const server = await runWithFault(`${http}.Server.prototype.close = () => {};`);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(1);
  });
});

test('a disk that cannot look up the files of the database refuses bookings', async () => {
  const server = await runWithFault(`
    const fail = () => { throw Object.assign(new Error('EIO'), { code: 'EIO' }); };
    process.once('SIGWINCH', () => {
      process.getBuiltinModule('node:fs').statSync = fail;
      process.getBuiltinModule('node:module').syncBuiltinESMExports();
    });`);
  server.child.kill('SIGWINCH');
  const { url } = server;
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  await expectRefused(server);
});

/** A server that runs this code first. */
async function runWithFault(fault: string) {
  const folder = await copyProgram();
  const file = path.join(folder, 'fault.mjs');
  writeFileSync(file, fault);
  return runServer(folder, { NODE_OPTIONS: `--import=${pathToFileURL(file)}` });
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { BoundedMemory } from '../../server/http/bounded-memory.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('three times as many addresses as are remembered do not take more memory', async () => {
  const limiter = new BoundedMemory({ points: 1, duration: 600 });
  const bytes = async (from: number, to: number) => {
    for (let i = from; i < to; i++) await limiter.consume(`2001:db8:${i}::/64`);
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const full = await bytes(0, 100_000);
  expect((await bytes(100_000, 300_000)) - full).toBeLessThan(10 * 1024 * 1024);
  await expect(limiter.consume('2001:db8:299999::/64')).rejects.toMatchObject({
    remainingPoints: 0,
  });
});

test('the address that came first is forgotten first', async () => {
  const limiter = new BoundedMemory({ points: 1, duration: 600 }, 2);
  for (const address of ['first', 'second', 'third']) await limiter.consume(address);
  await expect(limiter.consume('second')).rejects.toMatchObject({ remainingPoints: 0 });
  await expect(limiter.consume('first')).resolves.toMatchObject({ remainingPoints: 0 });
});

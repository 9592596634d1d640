import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const enough = 1024 ** 3;

/**
 * The folder for the tests' databases. On Linux it is in memory if there is space, because each sync of a disk costs
 * milliseconds. Otherwise, or with TMPDIR set, it is the system's temporary folder. Nothing can be executed there.
 */
export function databasesFolder(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (process.env.TMPDIR === undefined && bavail * bsize > enough) return memory;
  } catch {
    // Only Linux has it.
  }
  return tmpdir();
}

import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const enough = 1024 ** 3;

/**
 * Where the databases of the tests lie: in memory on a Linux with room there, since a test outlives
 * no power cut and each sync of a disk costs milliseconds; else, or with TMPDIR set, in the
 * system's folder for what is temporary. Nothing can be executed there.
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

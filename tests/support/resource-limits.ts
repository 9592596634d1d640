import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Whether a test may mount its own small disk (root on Linux). */
export const canMount = process.platform === 'linux' && tryMount();

function tryMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodemark-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

/** A folder with a disk of this size in megabytes, until the test ends. */
export function mountDisk(megabytes: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodemark-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  onTestFinished(() => {
    // Lazily, because files in it may still be open.
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Makes the folder's disk read-only or writable. Returns the folder. */
export function remount(folder: string, access: 'ro' | 'rw'): string {
  execFileSync('mount', ['-o', `remount,${access}`, folder]);
  return folder;
}

/** Fills the folder's disk with one file. Returns the file, which can be removed. */
export function fillDisk(folder: string): string {
  const file = path.join(folder, 'filler');
  const handle = openSync(file, 'w');
  try {
    for (;;) writeSync(handle, Buffer.alloc(4096));
  } catch {
    closeSync(handle);
  }
  return file;
}

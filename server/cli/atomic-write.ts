import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { FileError, UsageError } from '../command-line.ts';

/**
 * Creates a temporary file next to `file` that only its owner can read, and lets `write` fill it. Renames it to `file`
 * when it is complete and on disk. Removes it if the work fails or is interrupted. Throws `UsageError` if `file` exists
 * and `force` is false, and `FileError` if it cannot be written.
 */
export async function writeNewFile(
  file: string,
  force: boolean,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  if (!force && existsSync(file))
    throw new UsageError(
      `${file} already exists. Choose another name, or use --force to replace it.`,
    );
  const partial = `${path.resolve(file)}.${process.pid}.partial`;
  const onSignal = () => {
    rmSync(partial, { force: true });
    process.exit(1);
  };
  // Ctrl+C, a stop, and a closed terminal.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, onSignal);
  try {
    await (await open(partial, 'wx', 0o600)).close();
    await write(partial);
    await sync(partial);
    await rename(partial, file);
    await sync(path.dirname(partial));
  } catch (error) {
    await rm(partial, { force: true });
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    if (error.code !== 'ENOENT')
      throw new FileError(`${file} cannot be written: ${error.message}.`);
    throw new FileError(`There is no folder ${path.dirname(partial)}. Create it first.`);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

/** Syncs a file, or a folder: a renamed file is safe only after its folder is on disk. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

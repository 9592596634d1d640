import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { FileError, UsageError } from '../command-line.ts';

/**
 * Lets `write` fill a file next to `file` that only its owner can read. Renames it to `file` when it is
 * complete and on disk. Removes it when the work fails or is interrupted. Throws `UsageError` when `file`
 * exists and `force` is false, and `FileError` when it cannot be written.
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
  // A key, a stop, and a terminal that was closed.
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
    throw new FileError(`There is no folder ${path.dirname(partial)}: make it first.`);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

/** Also for a folder, whose new entry is not safe before. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

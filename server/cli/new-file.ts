import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from './command.ts';

/**
 * Lets `write` fill a file beside `file`, for its owner's eyes alone, and gives it the final name
 * when it is whole and on disk: never a part of it under that name. Throws `UsageError` when
 * something has the name already and `force` does not allow to replace it.
 */
export async function writeNewFile(
  file: string,
  force: boolean,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  if (!force && existsSync(file)) {
    throw new UsageError(`${file} exists: choose another name, or --force replaces it.`);
  }
  await leavingNoPart(file, async (partial) => {
    await (await open(partial, 'wx', 0o600)).close();
    await write(partial);
    await sync(partial);
    await rename(partial, file);
    await sync(path.dirname(path.resolve(file)));
  });
}

/**
 * Gives `work` the name of a file or folder beside `target` that it may make, and removes that
 * where the work fails or is interrupted.
 */
export async function leavingNoPart(
  target: string,
  work: (partial: string) => Promise<void>,
): Promise<void> {
  const partial = `${path.resolve(target)}.${process.pid}.partial`;
  const onSignal = () => {
    rmSync(partial, { force: true, recursive: true });
    process.exit(1);
  };
  for (const signal of endings) process.once(signal, onSignal);
  try {
    await work(partial);
  } catch (error) {
    await rm(partial, { force: true, recursive: true });
    throw sentenceFor(error, target);
  } finally {
    for (const signal of endings) process.off(signal, onSignal);
  }
}

/** A key, a stop, and a terminal that was closed. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Also for a folder, whose new entry is not safe before. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

function sentenceFor(error: unknown, file: string): unknown {
  const isSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  if (isSystem && error.code === 'ENOENT') {
    return new FileRefused(
      `There is no folder ${path.dirname(path.resolve(file))}: make it first.`,
    );
  }
  return isSystem ? new FileRefused(`${file} cannot be written: ${error.message}.`) : error;
}

/** A file cannot be read or written. The message is a sentence for the operator. */
export class FileRefused extends Error {
  override name = 'FileRefused';
}

import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from './command.ts';
import { leavingNoPart } from './new-file.ts';

/**
 * Lets `fill` make a folder beside `folder` and gives it the final name when it is whole: never a
 * part of it under that name. `isReplaceable` is asked, with the names in it, about a folder that
 * is not empty. Throws `UsageError` when that may not be replaced, `FileRefused` when it cannot be
 * written.
 */
export async function writeNewFolder(
  folder: string,
  isReplaceable: (names: string[]) => Promise<boolean>,
  fill: (partial: string) => Promise<void>,
): Promise<void> {
  const names = await namesIn(folder);
  if (names.length > 0 && !(await isReplaceable(names))) {
    throw new UsageError(
      `${folder} is not empty: choose another folder, or empty it. --force replaces an earlier export to which nothing was added.`,
    );
  }
  await leavingNoPart(folder, async (partial) => {
    await fill(partial);
    await putInPlace(partial, path.resolve(folder));
  });
}

/** A folder cannot take the place of one that is not empty: that one steps aside first. */
async function putInPlace(partial: string, target: string): Promise<void> {
  const old = `${target}.${process.pid}.old`;
  const steppedAside = await rename(target, old).then(() => true, onlyMissing);
  try {
    await rename(partial, target);
  } catch (error) {
    if (steppedAside) await rename(old, target);
    throw error;
  }
  await rm(old, { recursive: true, force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
      throw new UsageError(`${folder} is a file, or below one: name a folder.`);
    onlyMissing(error);
    return [];
  }
}

/** Nothing is there: false. Throws every other error. */
function onlyMissing(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
  throw error;
}

import { execFile } from 'node:child_process';

const check = ['--disable-warning=ExperimentalWarning', 'scripts/content/check.ts'];

/**
 * What the check of content/ finds wrong in the project's folder `root`, a sentence each: most often
 * why pages cannot be made, and all that the writer of the words needs to know. Empty: nothing.
 */
export function contentFaults(root: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, check, { cwd: root }, (error, stdout) =>
      resolve(error === null ? '' : stdout.trim()),
    );
  });
}

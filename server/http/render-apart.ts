import { fork } from 'node:child_process';
import type { SiteSettings } from '../../site/site.ts';
import { SiteMissing } from './built-site.ts';
import type { PreparedSite } from './static-site.ts';

export interface PrepareTask {
  /** Where the build is. */
  folder: string;
  settings: SiteSettings;
}

/** `missing`: a sentence for the operator. `failed`: the stack of an error. */
export type PrepareAnswer = { site: PreparedSite } | { missing: string } | { failed: string };

/**
 * Prepares the built site of `folder` in a process that ends afterwards, beside whatever this one
 * does meanwhile: in this one the memory would stay taken (decision 0030). Throws `SiteMissing`, or
 * what a page that fails to render throws.
 */
export async function prepareApart(task: PrepareTask): Promise<PreparedSite> {
  const child = fork(new URL('./render-worker.ts', import.meta.url), {
    // Keeps maps and bytes what they are.
    serialization: 'advanced',
    execArgv: [],
  });
  const answer = await new Promise<PrepareAnswer>((resolve, reject) => {
    child.once('message', (message: PrepareAnswer) => resolve(message));
    child.once('error', reject);
    // After every message, unlike `exit`.
    child.once('disconnect', () =>
      resolve({ failed: 'The process that prepares the pages ended before it had' }),
    );
    child.send(task);
  });
  if ('site' in answer) return answer.site;
  if ('missing' in answer) throw new SiteMissing(answer.missing);
  throw Object.assign(new Error('A page cannot be rendered'), { stack: answer.failed });
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Page } from '../../../site/site.ts';
import { readScripts } from '../../http/built-site.ts';
import { sendPage } from '../../http/errors.ts';
import type { InboxPage } from '../../http/pages.ts';
import { type EncodedFile, encodeFile, sendFile } from '../../http/static-files.ts';

/** Loads what the build made into `folder` (`dist/`). */
export async function loadInbox(
  folder: string,
  { siteUrl }: { siteUrl: string },
): Promise<InboxPage> {
  const file = path.join(folder, 'inbox/document.json');
  const page: Page = JSON.parse(await readFile(file, 'utf8'));
  const scripts = await readScripts(path.join(folder, 'inbox/assets'));
  const files = scripts.map(async (script): Promise<[string, EncodedFile]> => {
    const at = `/inbox${script.path}`;
    // Its name carries a hash of its bytes. Private: a proxy's copy would outlive the inbox.
    const cacheControl = 'private, max-age=31536000, immutable';
    return [at, await encodeFile({ ...script, path: at, cacheControl }, siteUrl)];
  });
  return { document: async () => page, files: new Map(await Promise.all(files)) };
}

export const privateHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Serves one document for all views: it holds nothing that a stranger may not see. */
export function servePage(app: FastifyInstance, { document, files }: InboxPage): void {
  for (const view of ['/', '/sign-in', '/report', '/leads/:id(^\\d{1,15}$)'])
    app.get(view, async (_request, reply) =>
      sendPage(
        // Not no-referrer: a browser would then name no origin with a POST.
        reply.headers({ ...privateHeaders, 'Referrer-Policy': 'same-origin' }),
        await document(),
      ),
    );
  for (const [path, file] of files)
    app.get(path.slice(app.prefix.length), { config: { unlogged: true } }, (request, reply) =>
      sendFile(file, request, reply),
    );
}

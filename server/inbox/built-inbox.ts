import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '../../site/site.ts';
import { readClientFiles } from '../http/built-site.ts';
import { type EncodedFile, encodeFile } from '../http/static-files.ts';

/** What the inbox shows in a browser. */
export interface InboxPage {
  /** The one document of all its views; without a policy (an empty one) in development. */
  document(): Promise<Page>;
  /** The files that it loads, by path, as `sendFile` sends them. None in development: Vite has them. */
  files: ReadonlyMap<string, EncodedFile>;
}

/** Loads what the build made into `folder` (`dist/`). */
export async function loadInbox(
  folder: string,
  { siteUrl }: { siteUrl: string },
): Promise<InboxPage> {
  const page: Page = JSON.parse(await readFile(path.join(folder, 'inbox/document.json'), 'utf8'));
  const built = await readClientFiles(path.join(folder, 'inbox/assets'));
  const files = built.map(async (asset): Promise<[string, EncodedFile]> => {
    const at = `/inbox/assets${asset.path}`;
    // Its name carries a hash of its bytes. Private: a proxy's copy would outlive the inbox.
    const cacheControl = 'private, max-age=31536000, immutable';
    return [at, await encodeFile({ ...asset, path: at, cacheControl }, siteUrl)];
  });
  return { document: async () => page, files: new Map(await Promise.all(files)) };
}

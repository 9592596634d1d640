import type { BuiltSite } from '../../server/http/built-site.ts';
import { compress } from '../../server/http/compress.ts';
import { documentsOf } from '../../server/http/static-site.ts';

interface Sizes {
  bytes: number;
  brotli: number;
  gzip: number;
}

/** What each page and file weighs, by its path. What is compressed in itself is not made smaller. */
export async function sizes({
  renderSite,
  clientFiles,
}: BuiltSite): Promise<Record<string, Sizes>> {
  const site = await renderSite({
    siteUrl: 'http://localhost:3000',
    contactEmail: 'hello@lodemark.example',
    publicKey: 'public-client-key',
    backendUrl: '/rest/v1',
    foreignOrigin: undefined,
    sendIdempotencyKey: true,
    year: new Date().getUTCFullYear(),
  });
  const rows = [...documentsOf(site), ...clientFiles].map(
    async ({ path, body }): Promise<[string, Sizes]> => {
      const { br, gzip } = await compress(body);
      const least = (packed: Buffer) => Math.min(packed.length, body.length);
      return [path, { bytes: body.length, brotli: least(br), gzip: least(gzip) }];
    },
  );
  return Object.fromEntries(await Promise.all(rows));
}

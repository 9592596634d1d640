import { closedPolicy, commonHeaders, permissionsPolicy } from '../server/http/headers.ts';
import type { SiteIndex } from '../server/http/site-folder.ts';

/**
 * The headers that the server sends at `siteUrl`, in the form that Netlify and Cloudflare Pages read. Both
 * join the values where two rules give one header, so that no rule repeats another's.
 */
export function headersFile(files: SiteIndex['files'], siteUrl: string): string {
  const rules = new Map([['/*', commonHeaders(siteUrl)]]);
  for (const [address, { cacheControl, policy }] of Object.entries(files)) {
    const cache = { 'Cache-Control': cacheControl };
    if (address.startsWith('/assets/'))
      rules.set('/assets/*', { ...cache, 'Content-Security-Policy': closedPolicy });
    else if (policy === undefined) rules.set(address, cache);
    else {
      const headers = {
        'Content-Security-Policy': policy,
        'Permissions-Policy': permissionsPolicy,
      };
      const others = address === '/' ? ['/index.html'] : [`${address}/`, `${address}.html`];
      for (const one of [address, ...others]) rules.set(one, { ...cache, ...headers });
    }
  }
  const lines = [...rules].flatMap(([address, headers]) => [
    address,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

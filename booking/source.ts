/** Sources that need no `./lodemark link`, and how the provider reads them. */
export const sourceLabels: Readonly<Record<string, string>> = {
  direct: 'Direct',
  'other-site': 'Other site',
  other: 'Other',
  google: 'Google',
  bing: 'Bing',
  duckduckgo: 'DuckDuckGo',
  ecosia: 'Ecosia',
  yahoo: 'Yahoo',
  linkedin: 'LinkedIn',
  x: 'X',
};

/** A stored source as the provider reads it. */
export const sourceLabel = (source: string): string =>
  Object.hasOwn(sourceLabels, source) ? (sourceLabels[source] ?? source) : source;

/** A name of the provider's: at most 24 letters of ASCII and digits, with single hyphens between. */
export const sourceName = /^(?=.{1,24}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** What the header `X-Source` and the column `source` can hold. */
export const sourcePattern = /^[a-z0-9-]{1,40}$/;

export type Query = Readonly<Record<string, string>>;

/**
 * Where the visit of an address with this query comes from. It may name two sources with `--` between: the second
 * counts where the provider does not know the first, a `utm_source`. A page of this site has the name in its
 * address (`isWithin`). A link of the landing page names the site before it in `site`.
 */
export function sourceOf(query: Query, referrer: string, isWithin: boolean): string {
  const from = query.from?.toLowerCase();
  if (from) return sourcePattern.test(from) ? from : 'other';
  const [, host = '', before = ''] = /^[a-z-]+:\/\/([^/?#]+)[^?#]*\??([^#]*)/.exec(referrer) ?? [];
  let site = host ? siteAt(host) : 'direct';
  if (isWithin) site = sourceOf(queryOf(before), '', false);
  if (query.site) site = siteAt(query.site.toLowerCase());
  const utm = query.utm_source?.toLowerCase() ?? '';
  return sourceName.test(utm) ? `${utm}--${site}` : site;
}

export const queryOf = (text: string): Query => Object.fromEntries(new URLSearchParams(text));

function siteAt(host: string): string {
  const [, site] = /(?:^|\.)(google|bing|duckduckgo|ecosia|yahoo|linkedin)\./.exec(host) ?? [];
  if (/^(x\.com|t\.co)$/.test(host)) return 'x';
  return site ?? (host === 'lnkd.in' ? 'linkedin' : 'other-site');
}

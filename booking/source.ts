/** Built-in sources, which need no `./lodemark link`, with their labels. */
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

/** The label of a stored source. */
export const sourceLabel = (source: string): string =>
  Object.hasOwn(sourceLabels, source) ? (sourceLabels[source] ?? source) : source;

/** A name that the provider adds: at most 24 lowercase letters, digits, and single hyphens between them. */
export const sourceName = /^(?=.{1,24}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** The format of the header `X-Source` and of the column `source`. */
export const sourcePattern = /^[a-z0-9-]{1,40}$/;

export type Query = Readonly<Record<string, string>>;

/**
 * The source of a visit, from the query of the visited address and the referrer. With a `utm_source` the result has two
 * names, `utm--site`: the first counts if the provider has added it, otherwise the second. `isWithin`: the referrer is
 * a page of this site, so the query of the referrer is read. Links of the landing page pass the previous site in
 * `site`.
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

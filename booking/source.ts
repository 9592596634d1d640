/** Sources that need no `./lodemark link`, and how the provider reads them. */
export const sourceLabels: Readonly<Record<string, string>> = {
  ...{ direct: 'Direct', 'other-site': 'Other site', other: 'Other' },
  ...{ google: 'Google', bing: 'Bing', duckduckgo: 'DuckDuckGo', ecosia: 'Ecosia', yahoo: 'Yahoo' },
  ...{ linkedin: 'LinkedIn', x: 'X' },
};

/** A stored source as the provider reads it. */
export const sourceLabel = (source: string): string =>
  Object.hasOwn(sourceLabels, source) ? (sourceLabels[source] ?? source) : source;

/** A name of the provider's: at most 24 letters of ASCII and digits, with single hyphens between. */
export const sourceName = /^(?=.{1,24}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** What the header `X-Source` and the column `source` can hold. */
export const sourcePattern = /^[a-z0-9-]{1,40}$/;

/**
 * Where a visit of the page at `address` comes from. It may name two sources with `--` between: the second counts
 * where the provider does not know the first, a `utm_source`. A page of this site has the name in its address. A link
 * of the landing page names the site before it in `site`.
 */
export function sourceOf({ host, searchParams }: URL, referrer: URL | undefined): string {
  const parameter = (name: string) => searchParams.get(name)?.toLowerCase() ?? '';
  const [from, utm, before] = [parameter('from'), parameter('utm_source'), parameter('site')];
  if (from) return sourcePattern.test(from) ? from : 'other';
  let site = before ? siteAt(before) : 'direct';
  if (referrer && !before)
    site = referrer.host === host ? sourceOf(referrer, undefined) : siteAt(referrer.host);
  return sourceName.test(utm) ? `${utm}--${site}` : site;
}

function siteAt(host: string): string {
  const [, site] = /(?:^|\.)(google|bing|duckduckgo|ecosia|yahoo|linkedin)\./.exec(host) ?? [];
  if (/^(x\.com|t\.co)$/.test(host)) return 'x';
  return site ?? (host === 'lnkd.in' ? 'linkedin' : 'other-site');
}

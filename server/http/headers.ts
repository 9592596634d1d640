/**
 * What stands on every answer, of a site at this public origin. HSTS (RFC 6797) is for a site that
 * is on https: for a year, and for this host alone, since the others of its domain are not ours.
 */
export function commonHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/** On what is no page: opened as a document it may load nothing, run nothing and stand in no frame. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** What stands on every answer that is no page, of a site at this public origin. */
export function closedHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return { ...commonHeaders(siteUrl), 'Content-Security-Policy': closedPolicy };
}

/**
 * The one thing that a page asks of the browser is to copy its address (the share menu). What would
 * hurt most in the hands of whatever got into a page is denied. Each name takes bytes of the first
 * flight of packets, in which the whole page has to be.
 */
export const permissionsPolicy = [
  'clipboard-write=(self)',
  ...[
    'camera',
    'clipboard-read',
    'display-capture',
    'geolocation',
    'microphone',
    'payment',
    'usb',
  ].map((feature) => `${feature}=()`),
].join(', ');

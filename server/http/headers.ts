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

/**
 * The one thing that a page asks of the browser is to copy its address (the share menu). All else
 * is denied, to the page and to whatever would get into it.
 */
export const permissionsPolicy = [
  'clipboard-write=(self)',
  ...[
    'accelerometer',
    'autoplay',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'compute-pressure',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
    'identity-credentials-get',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'otp-credentials',
    'payment',
    'picture-in-picture',
    'publickey-credentials-create',
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'storage-access',
    'sync-xhr',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
].join(', ');

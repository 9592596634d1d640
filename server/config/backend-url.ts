/** Where pages and files of our own are: a data interface there would hide them, or they it. */
const ownPaths = /^\/(book|assets|healthz|readyz|\.well-known)(\/|$)/;

/**
 * Whether this can be the base of a data interface: a path of our own server, or an absolute
 * address. Refused is also what looks right and answers 404: the table itself, and a Supabase
 * project without the path of its data interface.
 */
export function isBackendUrl(value: string): boolean {
  if (/\s|\/\.\.?(\/|$)|\/booking_requests$/.test(value)) return false;
  if (/^(\/[a-zA-Z0-9._~-]+)+$/.test(value)) return !ownPaths.test(value);
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  if (/[?#]/.test(value) || url.username !== '' || url.password !== '') return false;
  return !isSupabase(url) || url.pathname !== '/';
}

/** The origin of another program's data interface. Ours has a path and none: undefined. */
export function foreignOrigin(backendUrl: string): string | undefined {
  return URL.parse(backendUrl)?.origin;
}

/** Whether the data interface is another program's. */
export function isForeign(backendUrl: string): boolean {
  return foreignOrigin(backendUrl) !== undefined;
}

/** A project on supabase.com. One that somebody hosts has a name of its own. */
export function isSupabase({ hostname }: URL): boolean {
  return hostname.endsWith('.supabase.co');
}

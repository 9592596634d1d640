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

/** Whether the data interface is another program's. Ours has a path and no origin. */
export function isForeign(backendUrl: string): boolean {
  return !backendUrl.startsWith('/');
}

/** A project on supabase.com. One that somebody hosts has a name of its own. */
export function isSupabase({ hostname }: URL): boolean {
  return hostname.endsWith('.supabase.co');
}

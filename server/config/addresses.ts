/** Whether a host's name or address is this machine itself. Takes IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/.test(host);
}

/** Where a server that listens on `host`, perhaps on all addresses, is reached from this machine. */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * An email address to compare with others. A stored or mailed one keeps its letters: a server may tell
 * `Ada@` and `ada@` apart (RFC 5321 §2.4).
 */
export function comparable(address: string): string {
  return address.toLowerCase();
}

/** Whether every mail server takes the address: some refuse a mail with an unusual one in a header. */
export function isPlainAddress(address: string): boolean {
  return /^[\w'&=+~-]+(\.[\w'&=+~-]+)*@([a-z\d-]+\.)+[a-z][a-z\d-]*[a-z\d]$/i.test(address);
}

/** Whether a mail to the address is lost: by RFC 2606 §2 and §3 its domain is nobody's. */
export function isReserved(address: string): boolean {
  return /[@.](example|invalid|test|example\.(com|net|org))$/i.test(address);
}

/** Where pages and files of our own are: nothing else may stand there. */
export const ownPaths = /^\/(book|inbox|assets|healthz|readyz|\.well-known)(\/|$)/;

/**
 * Whether this can be the base of a data interface: a path of our own server, or an absolute address. It
 * refuses what looks right but answers 404: the table itself, and a Supabase project without its path.
 */
export function isBackendUrl(value: string): boolean {
  if (/\s|\/\.\.?(\/|$)|\/booking_requests$/.test(value)) return false;
  if (/^(\/[a-zA-Z0-9._~-]+)+$/.test(value)) return !ownPaths.test(value);
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  // A password with a `/` in it would be taken for a path with an @.
  if (/[?#@]/.test(value)) return false;
  return !isSupabase(url) || url.pathname !== '/';
}

/** Whether the data interface is another program's: a path is our own. */
export function isForeign(backendUrl: string): boolean {
  return URL.canParse(backendUrl);
}

/** Whether this is a project on supabase.com. One that somebody hosts has a name of its own. */
export function isSupabase({ hostname }: URL): boolean {
  return hostname.endsWith('.supabase.co');
}

/**
 * Whether PostgreSQL's own tools and this program understand the address alike: a database on one or
 * more hosts, and `sslmode` with the certificate that it needs.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export function isPostgres(address: string): boolean {
  // An @ behind a `/` or `?` belongs to a password, which they end.
  if (!/^postgres(ql)?:\/\//.test(address) || /%(?![0-9a-f]{2})|:\/\/.*[/?].*@/i.test(address))
    return false;
  return serversOf(address).every((one) => URL.canParse(one) && isServer(new URL(one)));
}

/** The same address for each of its hosts, in their order. */
export function serversOf(address: string): string[] {
  const parts = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? [];
  const [, start = '', hosts = '', rest = ''] = parts;
  return hosts.split(',').map((host) => start + host + rest);
}

function isServer({ hostname, pathname, searchParams: query, hash }: URL): boolean {
  const host = hostname || query.get('host');
  return !!host && /^\/[^/]+$/.test(pathname) && hash === '' && isTls(query);
}

/** https://www.postgresql.org/docs/current/libpq-ssl.html */
function isTls(query: URLSearchParams): boolean {
  const mode = query.get('sslmode') ?? 'prefer';
  const root = query.get('sslrootcert');
  if (mode === 'verify-full') return root !== null;
  if (mode === 'verify-ca') return root !== null && root !== 'system';
  return ['disable', 'allow', 'prefer', 'require'].includes(mode) && root !== 'system';
}

/** The address of one server as `pg` takes it. `plain`: without TLS, where `sslmode` leaves that open. */
export function driverAddress(server: string, plain: boolean): string {
  const url = new URL(server);
  const { searchParams: query } = url;
  // Else `pg` takes `require` for `verify-full`, and warns.
  query.set('uselibpqcompat', 'true');
  if (plain || isSocket(url)) query.set('sslmode', 'disable');
  else if (mayBePlain(server)) query.set('sslmode', 'prefer');
  // The authorities that Node knows.
  if (query.get('sslrootcert') === 'system') query.delete('sslrootcert');
  return url.href;
}

/** Whether `sslmode` leaves it to the server to encrypt. */
export function mayBePlain(server: string): boolean {
  return ['prefer', 'allow', null].includes(new URL(server).searchParams.get('sslmode'));
}

/** A socket of this machine has no TLS, whatever `sslmode` says. */
function isSocket({ hostname, searchParams: query }: URL): boolean {
  return /^(\/|%2f)/i.test(hostname || (query.get('host') ?? ''));
}

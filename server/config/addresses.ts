/** Whether a host name or address means this machine. Accepts IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/.test(host);
}

/**
 * The address at which this machine reaches a server that listens on `host`, which may be a wildcard such as 0.0.0.0.
 */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`).origin;
}

/** Ports that browsers and Node's fetch refuse: https://fetch.spec.whatwg.org/#port-blocking */
export const blockedPorts: readonly number[] = [
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101],
  ...[102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389],
  ...[427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665],
  ...[6666, 6667, 6668, 6669, 6679, 6697, 10_080],
];

/** Whether browsers and fetch refuse the address because of its port. */
export function hasBlockedPort(url: string): boolean {
  return blockedPorts.includes(Number(URL.parse(url)?.port));
}

/**
 * The form of an email address for comparisons. Stored addresses keep their case, because a server
 * may distinguish `Ada@` from `ada@` (RFC 5321 §2.4).
 */
export function comparable(address: string): string {
  return address.toLowerCase();
}

/** Whether every mail server accepts the address. Some refuse an email with an unusual address in a header. */
export function isPlainAddress(address: string): boolean {
  return /^[\w'&=+~-]+(\.[\w'&=+~-]+)*@([a-z\d-]+\.)+[a-z][a-z\d-]*[a-z\d]$/i.test(address);
}

/** Whether the address cannot receive email, because its domain is reserved (RFC 2606 §2 and §3). */
export function isReserved(address: string): boolean {
  return /[@.](example|invalid|test|example\.(com|net|org))$/i.test(address);
}

/** The paths of the site's pages and files, which BACKEND_URL must not use. */
export const ownPaths = /^\/(book|inbox|m|assets|healthz|readyz|\.well-known)(\/|$)/;

/**
 * Whether this can be the base of a data interface: a path of this server, or an absolute address. False for two
 * addresses that look right but answer 404: the table itself, and a Supabase project without its path.
 */
export function isBackendUrl(value: string): boolean {
  if (/\s|\/\.\.?(\/|$)|\/booking_requests$/.test(value)) return false;
  if (/^(\/[a-zA-Z0-9._~-]+)+$/.test(value)) return !ownPaths.test(value);
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || hasBlockedPort(value)) return false;
  // A password that contains a `/` looks like a path with an @.
  if (/[?#@]/.test(value)) return false;
  return !isSupabase(url) || url.pathname !== '/';
}

/** Whether another program serves the data interface. A path means this server. */
export function isForeign(backendUrl: string): boolean {
  return URL.canParse(backendUrl);
}

export function isSupabase({ hostname }: URL): boolean {
  return hostname.endsWith('.supabase.co');
}

export const chatServices = ['slack', 'teams', 'discord', 'ntfy'] as const;

export type ChatService = (typeof chatServices)[number];

/** The hosts of each service. Teams uses the hosts of Power Automate's workflows. */
const hosts: Readonly<Record<ChatService, RegExp>> = {
  slack: /^hooks\.slack(-gov)?\.com$/,
  teams: /\.(logic\.azure\.com|api\.powerplatform\.com)$/,
  discord: /^(\w+\.)?discord(app)?\.com$/,
  ntfy: /^ntfy\.sh$/,
};

/**
 * Reads the service and the address to call from CHAT_URL. `slack+https://…` names the service. Without a
 * prefix, the host does. Undefined if there is no known service, or if the address contains a user.
 */
export function readChatUrl(value: string): { service: ChatService; url: string } | undefined {
  const [, named, url = ''] = /^(?:([a-z]+)\+)?(https?:\/\/.+)$/s.exec(value) ?? [];
  const { hostname } = URL.parse(url) ?? {};
  // fetch refuses an address with a user or a password.
  if (hostname === undefined || url.includes('@') || hasBlockedPort(url)) return undefined;
  const service = chatServices.find((one) => (named ? one === named : hosts[one].test(hostname)));
  return service && { service, url };
}

/** Whether a host's name or address is this machine itself. Takes IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/.test(host);
}

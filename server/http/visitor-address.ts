import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * What one visitor is, to a limit: the IPv4 address, or the /64 of an IPv6 address, which is what
 * one household or company gets (RFC 6177). Anything that is no address is one visitor.
 */
export function limitedAddress(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** An address as the log may hold it: IPv4 without its last byte, IPv6 without its last ten. */
export function shortenedAddress(address: string): string {
  const plain = plainAddress(address);
  if (isIPv6(plain)) return `${groups(plain).slice(0, 3).join(':')}::/48`;
  return plain.replace(/\.\d+$/, '.0/24');
}

/** Loopback, private, shared (RFC 6598) or link-local: a peer that can only be near, such as a proxy. */
export function isPrivateAddress(address: string): boolean {
  const plain = plainAddress(address);
  return plain !== unknown && privateAddresses.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

const unknown = 'unknown';

/**
 * What a proxy wrote: some write a port behind the address. Without it, without brackets and the
 * zone of `fe80::1%eth0`, and an IPv4 address in IPv6 notation, however that is written, as IPv4.
 */
function plainAddress(address: string): string {
  const [, bracketed, ipv4] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const plain = (bracketed ?? ipv4 ?? address).replace(/%.*$/, '');
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : unknown;
  const [last, first, ...prefix] = groups(plain).toReversed();
  if (prefix.join() !== 'ffff,0,0,0,0,0') return plain;
  return [first, last]
    .map((group) => Number.parseInt(group ?? '', 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}

/** The eight groups of an IPv6 address without leading zeros (RFC 5952 §4.1). */
function groups(address: string): string[] {
  // The URL parser writes an IPv4 tail as groups and compresses zeros in one way only.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * One visitor, to the rate limit: an IPv4 address, or the /64 of an IPv6 address, which one household
 * or company gets (RFC 6177). All that is not an address counts as one visitor.
 */
export function limitedAddress(address: string | undefined): string {
  const ip = parseAddress(address);
  return ip instanceof ipaddr.IPv6 ? network(ip, 4) : (ip?.toString() ?? 'unknown');
}

/** An address as the log may hold it: IPv4 without its last byte, IPv6 without its last ten. */
export function shortenedAddress(address: string | undefined): string {
  const ip = parseAddress(address);
  if (ip instanceof ipaddr.IPv6) return network(ip, 3);
  return ip?.toString().replace(/\.\d+$/, '.0/24') ?? 'unknown';
}

/** Whether a peer with this address can only be near, such as a proxy on this machine or its network. */
export function isPrivateAddress(address: string | undefined): boolean {
  return privateRanges.includes(parseAddress(address)?.range() ?? '');
}

const privateRanges = ['loopback', 'private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal'];

/** The network of the first `groups` of an IPv6 address. */
function network({ parts }: ipaddr.IPv6, groups: number): string {
  const prefix = parts.slice(0, groups).map((part) => part.toString(16));
  return `${prefix.join(':')}::/${groups * 16}`;
}

/** Some proxies write a port after the address. An IPv4 address in IPv6 notation becomes IPv4. */
function parseAddress(address = ''): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [, bracketed, ipv4] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const plain = bracketed ?? ipv4 ?? address;
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain);
}

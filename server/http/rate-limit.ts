import { isIP } from 'node:net';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import {
  type Quota,
  type QuotaResult,
  quotaExceeded,
  type RequestCounter,
  type SharedQuotas,
} from '../store/store.ts';

/** Counts against the quota of a request's address, of each thing that it asks `about` one. */
export type RateLimit = (
  request: FastifyRequest,
  count: number,
  about?: string,
) => Promise<QuotaResult>;

interface RateLimitOptions {
  /** The things that are counted, if not bookings. They have separate windows. */
  what?: string;
  /** Whether TRUST_PROXY is set: then `request.ip` is the visitor's address. */
  trustsProxies: boolean;
  shared: SharedQuotas | undefined;
  log: FastifyBaseLogger;
}

/** When full, the cache drops the address that was seen longest ago: about 20 MB at most. */
const mostAddresses = 100_000;

/**
 * Limits how much one address may send in a window; 0 `requests` means no limit. If `shared` is set, it throws the
 * errors of the store's operations.
 */
export function createRateLimit(
  quota: Quota,
  { what, trustsProxies, shared, log }: RateLimitOptions,
): RateLimit {
  const counter = createCounter(quota, shared, what);
  let warned = trustsProxies;
  if (quota.requests === 0) return async () => ({ wait: 0, refund: async () => {} });
  return ({ ip, headers }, count, about) => {
    if (!warned && 'x-forwarded-for' in headers && isPrivateAddress(ip)) {
      warned = true;
      log.warn(
        `A proxy at ${ip} sends X-Forwarded-For, and TRUST_PROXY is not set: its visitors share one quota. Set TRUST_PROXY=${ip}`,
      );
    }
    const address = limitedAddress(ip);
    return counter(about === undefined ? address : `${address} ${about}`, count);
  };
}

/**
 * Counts against the quota of each name, such as an address. `what`: the things that are counted, if
 * not bookings. Throws the errors of the store's operations.
 */
export function createCounter(
  quota: Quota,
  shared: SharedQuotas | undefined,
  what?: string,
): RequestCounter {
  if (shared === undefined) return countInMemory(quota);
  const consume = rememberRefusals(shared(quota));
  return (name, count) => consume(what === undefined ? name : `${what} ${name}`, count);
}

/** When full, the cache drops the oldest refusal. */
const mostRefused = 10_000;

/** How long a refusal holds without the database, in milliseconds: another server may give some back. */
const refusalLifetime = 1_000;

/** An address over its quota keeps the database busy once a second, and no booking waits for it. */
function rememberRefusals(consume: RequestCounter): RequestCounter {
  const ends = new LRUCache<string, number>({ max: mostRefused, ttl: refusalLifetime });
  return async (name, count) => {
    const end = ends.get(name);
    if (end !== undefined) return quotaExceeded(end - performance.now());
    const result = await consume(name, count);
    const { wait } = result;
    // Fewer than these may still be within the quota.
    if (wait > 0 && count === 1)
      ends.set(name, performance.now() + wait, { ttl: Math.min(wait, refusalLifetime) });
    return result;
  };
}

function countInMemory({ requests, seconds }: Quota): RequestCounter {
  const windows = new LRUCache<string, { used: number }>({
    max: mostAddresses,
    ttl: seconds * 1000,
  });
  return async (address, count) => {
    const window = windows.get(address) ?? { used: 0 };
    if (!windows.has(address)) windows.set(address, window);
    if (window.used + count > requests) return quotaExceeded(windows.getRemainingTTL(address));
    window.used += count;
    return {
      wait: 0,
      refund: async () => {
        window.used -= count;
      },
    };
  };
}

/**
 * One visitor, to the rate limit: an IPv4 address, or the /64 of an IPv6 address, which one household
 * or company gets (RFC 6177). All that is not an address counts as one visitor.
 */
function limitedAddress(address: string | undefined): string {
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
function isPrivateAddress(address: string | undefined): boolean {
  return privateRanges.includes(parseAddress(address)?.range() ?? '');
}

const privateRanges = ['loopback', 'private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal'];

function network({ parts }: ipaddr.IPv6, groups: number): string {
  const prefix = parts.slice(0, groups).map((part) => part.toString(16));
  return `${prefix.join(':')}::/${groups * 16}`;
}

/**
 * Some proxies write a port after the address, and a link-local one names an interface (RFC 4007 §11). An IPv4
 * address in IPv6 notation becomes IPv4.
 */
function parseAddress(address = ''): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [, bracketed, ipv4] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const plain = (bracketed ?? ipv4 ?? address).replace(/%.*/s, '');
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain);
}

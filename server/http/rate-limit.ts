import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import {
  type Quota,
  quotaExceeded,
  type RequestCounter,
  type SharedQuotas,
} from '../store/store.ts';

/** About 20 MB. When the cache is full, it drops the least recently seen name. */
const mostCounted = 100_000;

/**
 * Counts requests against a quota for each name, such as `senderOf`. 0 `requests` means no limit. If `shared` is set,
 * all counters share their names, and a counter throws the errors of the store.
 */
export function createCounter(quota: Quota, shared: SharedQuotas | undefined): RequestCounter {
  if (quota.requests === 0) return async () => ({ wait: 0, refund: async () => {} });
  return shared ? rememberRefusals(shared(quota)) : countInMemory(quota);
}

/** Warns once if a proxy sends its visitors' addresses, for a server without TRUST_PROXY. */
export function warnOfProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', ({ ip, headers, log }, _reply, done) => {
    if (!warned && 'x-forwarded-for' in headers && isPrivateAddress(ip)) {
      warned = true;
      log.warn(
        `A proxy at ${ip} sends X-Forwarded-For, and TRUST_PROXY is not set: its visitors share one quota. Set TRUST_PROXY=${ip}`,
      );
    }
    done();
  });
}

/** When the cache is full, it drops the oldest refusal. */
const mostRefused = 10_000;

/** How long a refusal is remembered, in milliseconds. It is short, because another server may refund requests. */
const refusalLifetime = 1_000;

/** Remembers refusals, so that an address over its quota causes at most one query a second. */
function rememberRefusals(consume: RequestCounter): RequestCounter {
  const ends = new LRUCache<string, number>({ max: mostRefused, ttl: refusalLifetime });
  return async (name, count) => {
    const end = ends.get(name);
    if (end !== undefined) return quotaExceeded(end - performance.now());
    const result = await consume(name, count);
    const { wait } = result;
    // After a refusal of several requests, a single one may still be within the quota.
    if (wait > 0 && count === 1)
      ends.set(name, performance.now() + wait, { ttl: Math.min(wait, refusalLifetime) });
    return result;
  };
}

function countInMemory({ requests, seconds }: Quota): RequestCounter {
  const windows = new LRUCache<string, { used: number }>({
    max: mostCounted,
    ttl: seconds * 1000,
  });
  return async (name, count) => {
    const window = windows.get(name) ?? { used: 0 };
    if (!windows.has(name)) windows.set(name, window);
    if (window.used + count > requests) return quotaExceeded(windows.getRemainingTTL(name));
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
 * What counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address, which one household
 * or company gets (RFC 6177). All invalid addresses together count as one visitor.
 */
export function senderOf({ ip: address }: { ip: string | undefined }): string {
  const ip = parseAddress(address);
  return ip instanceof ipaddr.IPv6 ? network(ip, 4) : (ip?.toString() ?? 'unknown');
}

/** Shortens an address for the log: IPv4 without its last byte, IPv6 without its last ten bytes. */
export function shortenedAddress(address: string | undefined): string {
  const ip = parseAddress(address);
  if (ip instanceof ipaddr.IPv6) return network(ip, 3);
  return ip?.toString().replace(/\.\d+$/, '.0/24') ?? 'unknown';
}

/** Whether this is an address of this machine or its network, as a proxy's usually is. */
function isPrivateAddress(address: string | undefined): boolean {
  return privateRanges.includes(parseAddress(address)?.range() ?? '');
}

const privateRanges = ['loopback', 'private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal'];

function network({ parts }: ipaddr.IPv6, groups: number): string {
  const prefix = parts.slice(0, groups).map((part) => part.toString(16));
  return `${prefix.join(':')}::/${groups * 16}`;
}

/**
 * Parses an address. It removes a port, which some proxies append, and the interface of a link-local address
 * (RFC 4007 §11). An IPv4 address in IPv6 notation becomes IPv4.
 */
function parseAddress(address = ''): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [, bracketed, ipv4] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const plain = (bracketed ?? ipv4 ?? address).replace(/%.*/s, '');
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain);
}

import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  type Quota,
  type QuotaResult,
  quotaExceeded,
  type RequestCounter,
  type SharedQuotas,
} from '../store/store.ts';
import { isPrivateAddress, limitedAddress } from './visitor-address.ts';

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

/** How many visitors' quota a proxy gets while TRUST_PROXY is unset, since all of them have its address. */
const proxyFactor = 10;

/**
 * Limits how much one address may send in a window; 0 `requests` means no limit. If `shared` is set, it throws the
 * errors of the store's operations.
 */
export function createRateLimit(
  quota: Quota,
  { what, trustsProxies, shared, log }: RateLimitOptions,
): RateLimit {
  const proxyQuota = { ...quota, requests: quota.requests * proxyFactor };
  const visitors = createCounter(quota, shared, what);
  const proxies = createCounter(proxyQuota, shared, what);
  let warned = false;

  /** The counter of the request's address, and its name there. */
  function counterOf({ ip, headers }: FastifyRequest): [RequestCounter, string] {
    const address = limitedAddress(ip);
    const isForwarded = 'x-forwarded-for' in headers && isPrivateAddress(ip);
    if (trustsProxies || !isForwarded) return [visitors, address];
    if (!warned) {
      warned = true;
      log.warn(
        `A proxy at ${ip} sends X-Forwarded-For, and TRUST_PROXY is not set: its visitors share one quota. Set TRUST_PROXY=${ip}`,
      );
    }
    return [proxies, `proxy ${address}`];
  }

  if (quota.requests === 0) return async () => ({ wait: 0, refund: async () => {} });
  return (request, count, about) => {
    const [counter, name] = counterOf(request);
    return counter(about === undefined ? name : `${name} ${about}`, count);
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

/** A fixed window for each address, in the memory of this process. */
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

import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  type ConsumeQuota,
  type Quota,
  type QuotaResult,
  quotaExceeded,
  type SharedQuotas,
} from '../store/store.ts';
import { isPrivateAddress, limitedAddress } from './visitor-address.ts';

/** Counts a request against the quota of its address. */
export type RateLimit = (request: FastifyRequest) => Promise<QuotaResult>;

interface RateLimitOptions {
  /** What is counted, where it is not bookings: it has windows of its own. */
  what?: string;
  /** Whether TRUST_PROXY is set: then `request.ip` is the visitor's address. */
  trustsProxies: boolean;
  shared: SharedQuotas | undefined;
  log: FastifyBaseLogger;
}

/** Of more addresses the one that was seen longest ago is forgotten: about 20 MB at most. */
const mostAddresses = 100_000;

/** How many visitors' quota a proxy gets while TRUST_PROXY is unset, since all of them have its address. */
const proxyFactor = 10;

/**
 * Limits how many requests one address may send in a window; 0 `requests` means no limit. With
 * `shared` it throws what the store's operations throw.
 */
export function createRateLimit(
  quota: Quota,
  { what, trustsProxies, shared, log }: RateLimitOptions,
): RateLimit {
  const proxyQuota = { ...quota, requests: quota.requests * proxyFactor };
  const consume = createCounter(quota, shared, what);
  const consumeProxy = createCounter(proxyQuota, shared, what);
  let warned = false;
  return async (request) => {
    if (quota.requests === 0) return { wait: 0, refund: async () => {} };
    const { ip, headers } = request;
    const address = limitedAddress(ip);
    const isForwarded = 'x-forwarded-for' in headers && isPrivateAddress(ip);
    if (trustsProxies || !isForwarded) return consume(address);
    if (!warned) {
      warned = true;
      log.warn(
        `A proxy at ${ip} sends X-Forwarded-For, and TRUST_PROXY is not set: its visitors share one quota. Set TRUST_PROXY=${ip}`,
      );
    }
    return consumeProxy(`proxy ${address}`);
  };
}

/**
 * Counts against the quota of each name: an address, or whatever else is limited. `what`: what is
 * counted, where it is not bookings. Throws what the store's operations throw.
 */
export function createCounter(
  quota: Quota,
  shared: SharedQuotas | undefined,
  what?: string,
): ConsumeQuota {
  if (shared === undefined) return countInMemory(quota);
  const consume = rememberRefusals(shared(quota));
  return (name) => consume(what === undefined ? name : `${what} ${name}`);
}

/** Of more refused ones the one that was refused longest ago is asked for again. */
const mostRefused = 10_000;

/** How long a refusal holds without the database, in milliseconds: another server may give some back. */
const refusalLifetime = 1_000;

/** Whoever goes on over the quota keeps the database busy once a second, and no booking waits for them. */
function rememberRefusals(consume: ConsumeQuota): ConsumeQuota {
  const ends = new LRUCache<string, number>({ max: mostRefused, ttl: refusalLifetime });
  return async (name) => {
    const end = ends.get(name);
    if (end !== undefined) return quotaExceeded(end - performance.now());
    const result = await consume(name);
    const { wait } = result;
    if (wait > 0)
      ends.set(name, performance.now() + wait, { ttl: Math.min(wait, refusalLifetime) });
    return result;
  };
}

/** A fixed window for each address, in the memory of this process. */
function countInMemory({ requests, seconds }: Quota): ConsumeQuota {
  const windows = new LRUCache<string, { used: number }>({
    max: mostAddresses,
    ttl: seconds * 1000,
  });
  return async (address) => {
    const window = windows.get(address) ?? { used: 0 };
    if (!windows.has(address)) windows.set(address, window);
    if (window.used >= requests) return quotaExceeded(windows.getRemainingTTL(address));
    window.used += 1;
    return {
      wait: 0,
      refund: async () => {
        window.used -= 1;
      },
    };
  };
}

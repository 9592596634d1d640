import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { RateLimiterRes } from 'rate-limiter-flexible';
import {
  type ConsumeQuota,
  type Quota,
  type QuotaResult,
  quotaExceeded,
  type SharedQuotas,
  StatementError,
} from '../store/store.ts';
import { BoundedMemory } from './bounded-memory.ts';
import { isPrivateAddress, limitedAddress } from './visitor-address.ts';

/** Counts a request against the visitor's quota. */
export type BookingLimit = (request: FastifyRequest) => Promise<QuotaResult>;

/**
 * How many bookings one address may make in a window; 0 `requests` means no limit. The address is
 * Fastify's `request.ip`, which believes X-Forwarded-For from the trusted proxies only. Throws what
 * the store's operations throw, when the count is `shared`.
 */
export function createBookingLimit(
  size: Quota,
  trustsProxies: boolean,
  log: FastifyBaseLogger,
  shared?: SharedQuotas,
): BookingLimit {
  const alone = quotasInMemory(size);
  const take = shared === undefined ? alone : orAlone(shared(size), alone);
  const hidden = trustsProxies ? () => false : hiddenBehindProxy(log);
  return async (request) => {
    const address = addressOf(request);
    if (size.requests === 0 || address === undefined || hidden(request, address)) return unlimited;
    return take(limitedAddress(address));
  };
}

/** Nobody's, other than Fastify's types say, when the sender was gone before the connection was taken up. */
function addressOf({ ip }: { ip: string | undefined }): string | undefined {
  return ip;
}

const unlimited: QuotaResult = { wait: 0, refund: async () => {} };

function quotasInMemory({ requests, seconds }: Quota): ConsumeQuota {
  const memory = new BoundedMemory({ points: requests, duration: seconds });
  return async (address) => {
    async function refund() {
      const counted = await memory.get(address);
      if (counted !== null && counted.consumedPoints > 0) {
        await memory.reward(address, 1);
      }
    }
    try {
      await memory.consume(address, 1);
      return { wait: 0, refund };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // The library counts a refused try too.
      await refund();
      return quotaExceeded(refused.msBeforeNext);
    }
  };
}

/**
 * Where the database cannot count but might store, each server counts by itself. Not where it is
 * away or slow: nothing is stored then, and each server would allow as much of its own.
 */
function orAlone(take: ConsumeQuota, alone: ConsumeQuota): ConsumeQuota {
  return async (address) => {
    try {
      return await take(address);
    } catch (error) {
      if (error instanceof StatementError) return alone(address);
      throw error;
    }
  };
}

/**
 * Without TRUST_PROXY, everybody behind a reverse proxy has the proxy's address: limiting it would
 * lock out real visitors, so such requests are not limited, and the log says once what to set.
 */
function hiddenBehindProxy(
  log: FastifyBaseLogger,
): (request: FastifyRequest, address: string) => boolean {
  let warned = false;
  return (request, address) => {
    const hidden = 'x-forwarded-for' in request.headers && isPrivateAddress(address);
    if (hidden && !warned) {
      warned = true;
      log.warn(
        'Requests come through a proxy and TRUST_PROXY is not set: bookings are not limited by address',
      );
    }
    return hidden;
  };
}

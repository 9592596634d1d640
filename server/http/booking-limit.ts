import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Pool, QueryConfig } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedMemory } from './bounded-memory.ts';
import { isPrivateAddress, limitedAddress } from './visitor-address.ts';

export interface BookingLimit {
  /** Takes `bookings` from the visitor's share. Gives the seconds to wait: 0 means go on. */
  take(request: FastifyRequest, bookings: number): Promise<number>;
  /** For what turned out to be no new booking. */
  giveBack(request: FastifyRequest, bookings: number): Promise<void>;
}

/**
 * How many bookings one address may make in a window; 0 `requests` means no limit. The address is
 * Fastify's `request.ip`, which believes X-Forwarded-For from the trusted proxies only.
 */
export function createBookingLimit(
  { requests, seconds }: { requests: number; seconds: number },
  trustsProxies: boolean,
  log: FastifyBaseLogger,
  shared?: Pool,
): BookingLimit {
  const limiter = openLimiter({ points: requests, duration: seconds }, shared);
  const hidden = trustsProxies ? () => false : hiddenBehindProxy(log);
  const limited = (request: FastifyRequest) => requests > 0 && !hidden(request);
  return {
    async take(request, bookings) {
      if (!limited(request)) return 0;
      const address = limitedAddress(request.ip);
      try {
        await limiter.consume(address, bookings);
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        // A refused try counts as no booking: what was taken for it goes back.
        await limiter.reward(address, bookings);
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },
    async giveBack(request, bookings) {
      if (limited(request)) await limiter.reward(limitedAddress(request.ip), bookings);
    },
  };
}

/** How long the shared count is waited for before this server's own counts, in milliseconds. */
const countPatience = 1_000;

/** One count for all servers on a database. While that is away each goes on by itself, in memory. */
function openLimiter(size: { points: number; duration: number }, shared?: Pool) {
  const memory = new BoundedMemory(size);
  if (shared === undefined) return memory;
  return new RateLimiterPostgres({
    ...size,
    storeClient: {
      query(query: QueryConfig) {
        // Counts also while no connection can be had, which the first limit does not.
        const impatient = { ...query, query_timeout: countPatience };
        return Promise.race([shared.query(impatient), silence()]);
      },
    },
    storeType: 'pool',
    schemaName: 'desk',
    tableName: 'rate_limits',
    keyPrefix: 'bookings',
    tableCreated: true,
    insuranceLimiter: memory,
  });
}

async function silence(): Promise<never> {
  await setTimeout(countPatience, undefined, { ref: false });
  throw new Error('The shared count does not answer');
}

/**
 * Without TRUST_PROXY, everybody behind a reverse proxy has the proxy's address: limiting it would
 * lock out real visitors, so such requests are not limited, and the log says once what to set.
 */
function hiddenBehindProxy(log: FastifyBaseLogger): (request: FastifyRequest) => boolean {
  let warned = false;
  return (request) => {
    const hidden = 'x-forwarded-for' in request.headers && isPrivateAddress(request.ip);
    if (hidden && !warned) {
      warned = true;
      log.warn(
        'Requests come through a proxy and TRUST_PROXY is not set: bookings are not limited by address',
      );
    }
    return hidden;
  };
}

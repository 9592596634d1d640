import type { FastifyInstance } from 'fastify';

/**
 * The headers of every answer of the site at this public origin. HSTS (RFC 6797) is for https only:
 * for a year, and for this host alone, since the others of its domain are not ours.
 */
export function commonHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/** For all but the pages: such a document may load nothing, run nothing and be in no frame. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The headers of every answer that is not a page, of the site at this public origin. */
export function closedHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return { ...commonHeaders(siteUrl), 'Content-Security-Policy': closedPolicy };
}

/**
 * A page copies its address (the share menu) and needs nothing else. It denies what would hurt
 * most if a stranger's script got into a page, and no more: each name adds bytes to every page.
 */
export const permissionsPolicy =
  'clipboard-write=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/** Answers each method with 405 that this address does not allow. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed = ['GET', 'HEAD']) {
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    handler(_request, reply) {
      reply.header('Allow', allowed.join(', '));
      throw new MethodNotAllowed();
    },
  });
}

class MethodNotAllowed extends Error {
  statusCode = 405;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The headers of every response. `siteUrl` is the public origin. HSTS (RFC 6797) is sent only for https. It lasts a
 * year and excludes subdomains, because other people may run them.
 */
export function commonHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/** The policy of every response except pages. Such a document may not load or run anything, or be in a frame. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The headers of every response that is not a page. `siteUrl` is the public origin. */
export function closedHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return { ...commonHeaders(siteUrl), 'Content-Security-Policy': closedPolicy };
}

/**
 * A page only needs to copy its address (the share menu). The policy denies the features that an injected
 * script could abuse most. It names no others, because each name adds bytes to every page.
 */
export const permissionsPolicy =
  'clipboard-write=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/** Answers 405 to every method that is not in `allowed`. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed = ['GET', 'HEAD']) {
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Allow', allowed.join(', '));
    throw refusal(405);
  };
  const method = app.supportedMethods.filter((one) => !allowed.includes(one));
  // Refuse before the body is read, because Fastify answers 415 to a body without a content type.
  app.route({ method, url, onRequest: refuse, handler: refuse });
}

/** An error that is answered with this status. */
export function refusal(statusCode: number): Error {
  return Object.assign(new Error(), { statusCode });
}

import type { FastifyReply } from 'fastify';

/** The page may stand on another origin than the data interface, and sends no cookies: all may read. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Proxy-Status, Range-Unit, Retry-After, Server, Transfer-Encoding, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';

/** Answers OPTIONS, which a browser sends before a request of another origin, and without a key. */
export function sendPreflight(reply: FastifyReply, requestedHeaders: string | undefined): void {
  const names = requestedHeaders?.match(/[\w-]+/g) ?? [];
  reply
    .headers({
      Allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': ['Authorization', ...names].join(', '),
      'Access-Control-Max-Age': '86400',
    })
    .send();
}

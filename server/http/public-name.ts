import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { isLoopback } from '../config/loopback.ts';

/**
 * Where SITE_URL says this machine alone, the first request under another name is said in the log,
 * once: a proxy in front passes on the name that visitors use. The header is a stranger's to write,
 * so only what is a name or an IPv4 address counts (RFC 1123 §2.1), and nothing is answered by it.
 */
export function watchPublicName(
  siteUrl: string,
  log: FastifyBaseLogger,
): (request: IncomingMessage) => void {
  let watching = isLoopback(new URL(siteUrl).hostname);
  return ({ headers }) => {
    if (!watching) return;
    const [, name = ''] =
      /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?$/i.exec(headers.host ?? '') ?? [];
    if (name === '' || isLoopback(name)) return;
    watching = false;
    log.warn(
      { host: name.slice(0, longestName) },
      'Visitors come by another name than SITE_URL says: links and share texts lead them nowhere',
    );
  };
}

/** RFC 1035 §2.3.4. */
const longestName = 253;

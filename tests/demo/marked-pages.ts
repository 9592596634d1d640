import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ConfigError } from '../../server/config/config.ts';
import { messageOf } from '../../server/errors.ts';
import { passOn, sendBack } from '../support/bare-request.ts';
import { closeServer } from '../support/free-port.ts';

const style =
  '.demo{position:fixed;inset:auto 0 0;z-index:9;margin:0;background:#8d320b;color:#fff;font:.75rem/1.25 system-ui;text-align:center;pointer-events:none}';
const mark = `<style>${style}</style><p class="demo" role="note">Demo: all people, companies and emails are invented.</p>`;

/** Puts the demo's mark on a page or an email: in its title, and at the foot of the window. */
export function marked(html: string): string {
  return withStyle(html)
    .replace('<title>', '<title>Demo: ')
    .replace(/<body[^>]*>|^(?!.*<body)/s, (start) => start + mark);
}

/** Allows the mark's style in a policy, which a page repeats in a `<meta>`. */
function withStyle(policy: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return policy.replaceAll('style-src ', `style-src 'sha256-${hash}' `);
}

/** Serves at `port` what `target` answers, with the demo's mark on every page. Throws if the port is taken. */
export async function serveMarked(port: number, target: string) {
  const server = createServer((incoming, response) => {
    incoming.headers['accept-encoding'] = 'identity';
    passOn(incoming, response, `${target}${incoming.url}`, sendMarked);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening').catch((error) => {
    throw new ConfigError(`The demo cannot listen at PORT ${port}: ${messageOf(error)}`);
  });
  return { close: () => closeServer(server) };
}

async function sendMarked(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'content-length': _, etag, ...headers } = answer.headers;
  if (!headers['content-type']?.startsWith('text/html')) return sendBack(answer, response);
  const policy = withStyle(`${headers['content-security-policy'] ?? ''}`);
  const page = await text(answer);
  response
    .writeHead(answer.statusCode ?? 502, { ...headers, 'content-security-policy': policy })
    .end(page && marked(page));
}

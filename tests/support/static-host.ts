import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { closeServer, listen } from './free-port.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/**
 * A static host without our headers. It serves files, a folder's index, pages without their ending, and otherwise
 * 404.html.
 */
export async function startStaticHost(folder: string) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const names = pathname.endsWith('/') ? ['index.html'] : ['', '.html'];
    for (const name of names) {
      const file = path.join(folder, pathname + name);
      const body = await readFile(file).catch(() => undefined);
      if (body === undefined) continue;
      const type = types[path.extname(file)];
      response.writeHead(200, type === undefined ? {} : { 'Content-Type': type }).end(body);
      return;
    }
    const body = await readFile(path.join(folder, '404.html'));
    response.writeHead(404, { 'Content-Type': 'text/html' }).end(body);
  });
  return {
    url: `http://localhost:${await listen(server)}`,
    close: () => closeServer(server),
  };
}

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createServer, type ErrorPayload, type Plugin, type ViteDevServer } from 'vite';
import type { Site, SiteSettings } from '../../site/site.ts';
import { type Config, root, siteSettingsOf } from '../config/config.ts';
import { type ErrorInfo, errorInfo } from '../errors.ts';
import { inLanguage, type Pages } from './pages.ts';

/**
 * The pages in development. They are rendered from the sources. After each change, open pages reload and are
 * rendered again. Vite's overlay shows errors of the sources and the content.
 */
export async function openVitePages(config: Config): Promise<Pages> {
  const settings = { ...siteSettingsOf(config), development: true };
  let rendered: Promise<Site> | undefined;
  let fault: ErrorPayload['err'] | undefined;
  let changedAt = 0;
  const { vite, close } = await startVite(config, () => {
    changedAt = performance.now();
    rendered = undefined;
  });

  vite.environments.client.hot.on(openedEvent, (requestedAt, page) => {
    // A page that was still loading when a file changed has missed the reload.
    if (requestedAt < changedAt) page.send({ type: 'full-reload' });
    else if (fault) page.send({ type: 'error', err: fault });
  });

  /** Calls a render function of the site. Open pages show its error and the faults in the content. */
  async function load<Made>(file: string, name: string, input?: SiteSettings): Promise<Made> {
    const check = contentFaults();
    let thrown: ErrorInfo = { message: '' };
    try {
      const { [name]: render } = await vite.ssrLoadModule(file);
      return await render(input);
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      thrown = errorInfo(error);
      throw error;
    } finally {
      const { message, stack = '' } = thrown;
      const text = stripVTControlCharacters(`${await check}\n${message}`).trim();
      fault = text === '' ? undefined : { message: text, stack: stripVTControlCharacters(stack) };
      if (message) vite.config.logger.error(text, { timestamp: true });
    }
  }

  function site(): Promise<Site> {
    const year = new Date().getUTCFullYear();
    rendered ??= load('/site/render.tsx', 'renderSite', { ...settings, year });
    return rendered;
  }

  async function sendFile(address: string, reply: FastifyReply) {
    reply.header('Cache-Control', 'no-store');
    try {
      const { languages, files } = await site();
      const page = languages.flatMap(({ pages }) => pages).find(({ path }) => path === address);
      if (page) return reply.type('text/html; charset=utf-8').send(page.html);
      const file = files.find(({ path }) => path === address);
      return file ? reply.type(file.type).send(file.body) : reply.callNotFound();
    } catch {
      const body = '<!doctype html><head><title>Error</title></head>';
      return reply.code(500).type('text/html; charset=utf-8').send(body);
    }
  }

  return {
    siteUrl: settings.siteUrl,
    register(app) {
      app.get('/*', async (request, reply) => {
        if (await viteAnswers(vite, request, reply)) return reply.hijack();
        return sendFile(request.originalUrl.replace(/\?.*/, ''), reply);
      });
      // Vite adds inline scripts and styles to a page, which no policy could allow.
      app.addHook('onSend', async (_request, reply, payload) => {
        if (!String(reply.getHeader('Content-Type')).startsWith('text/html')) return payload;
        reply.removeHeader('Content-Security-Policy');
        const requestedAt = performance.now() - reply.elapsedTime;
        return String(payload).replace('</head>', `${clientScript(requestedAt)}</head>`);
      });
    },
    screens: async (language) => inLanguage((await site()).languages, language),
    inbox: () => load('/inbox/document.tsx', 'renderInbox'),
    close,
  };
}

/** Starts Vite. It calls `forget` after each change of a source file. */
async function startVite({ dataFolder }: Config, forget: () => void) {
  // Any free port, because another server may use Vite's default port.
  const sockets = http.createServer().listen(0, 'localhost');
  await once(sockets, 'listening');
  const address = sockets.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port is open.');
  const vite = await createServer({
    root,
    appType: 'custom',
    envDir: false,
    plugins: [reloadPages(forget)],
    // Lets Vite find all packages at its start. A package found later would reload the page.
    optimizeDeps: { entries: ['site/browser/islands.ts', 'inbox/app.tsx'] },
    server: {
      middlewareMode: true,
      ws: { server: sockets, clientPort: address.port },
      // DATA_DIR may be inside the project's folder.
      fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', `${dataFolder}/**`] },
    },
  });
  const close = async () => {
    await vite.close();
    sockets.close();
  };
  return { vite, close };
}

/** Lets Vite answer, for instance with a module of a page. Returns whether it did. */
function viteAnswers({ middlewares }: ViteDevServer, request: FastifyRequest, reply: FastifyReply) {
  // Vite needs the query to know how a file is requested.
  request.raw.url = request.originalUrl;
  return new Promise<boolean>((resolve) => {
    reply.raw.once('close', () => resolve(true));
    middlewares(request.raw, reply.raw, () => resolve(false));
  });
}

/** Discards the rendered pages and reloads open pages when one of their source files changes. */
function reloadPages(forget: () => void): Plugin {
  const folders = ['site', 'inbox', 'content', 'booking'].map(
    (name) => `${path.join(root, name)}/`,
  );
  return {
    name: 'reload-pages',
    // Vite restarts when its configuration or one of its plugins changes.
    configureServer: forget,
    hotUpdate({ file, type }) {
      if (!folders.some((folder) => file.startsWith(folder))) return;
      // A module that failed because this file was missing is not registered as its importer.
      if (type === 'create') this.environment.moduleGraph.invalidateAll();
      if (this.environment.name !== 'client') return;
      forget();
      this.environment.hot.send({ type: 'full-reload' });
    },
  };
}

/** A page sends this event with the time when it was requested. */
const openedEvent = 'lodemark:opened';

/** A script that listens for reloads and errors (https://vite.dev/guide/api-javascript.html). */
function clientScript(requestedAt: number): string {
  return `<script type="module">
    import { createHotContext } from '/@vite/client';
    createHotContext('/').send('${openedEvent}', ${requestedAt});</script>`;
}

/** Checks content/, because its faults are the usual cause of a failed rendering. Returns one sentence for each fault. */
function contentFaults(): Promise<string> {
  const options = ['--disable-warning=ExperimentalWarning', '--import'];
  const check = [...options, './scripts/content/readable.ts', 'scripts/content/check.ts'];
  return promisify(execFile)(process.execPath, check, { cwd: root }).then(
    () => '',
    ({ stdout, stderr }) => (stdout + stderr).trim(),
  );
}

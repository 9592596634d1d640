import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createServer, type ErrorPayload, type Plugin, type ViteDevServer } from 'vite';
import type { Site, SiteSettings } from '../../site/site.ts';
import { type Config, root, siteSettingsOf } from '../config/config.ts';
import { errorInfo } from '../errors.ts';
import { inLanguage, type Pages } from './pages.ts';

/**
 * The pages in development. They are rendered from the sources. After each change, open pages reload and are
 * rendered again. Vite's overlay shows errors of the sources and the content.
 */
export async function openVitePages(config: Config): Promise<Pages> {
  const settings = { ...siteSettingsOf(config), development: true };
  let rendered: Promise<Site> | undefined;
  let faults = '';
  let changedAt = 0;
  const { vite, close } = await startVite(config, () => {
    changedAt = performance.now();
    rendered = undefined;
  });

  // A page that was still loading when a file changed has missed the reload.
  vite.environments.client.hot.on(openedEvent, (requestedAt, page) => {
    if (requestedAt < changedAt) page.send({ type: 'full-reload' });
  });

  /** Calls a render function of the site. An error also lists the faults in the content. */
  async function load<Made>(file: string, name: string, input?: SiteSettings): Promise<Made> {
    const check = contentFaults();
    try {
      const { [name]: render } = await vite.ssrLoadModule(file);
      return await render(input);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      vite.ssrFixStacktrace(error);
      error.message = `${await check}\n${error.message}`.trim();
      vite.config.logger.error(error.message, { timestamp: true, error });
      throw error;
    } finally {
      faults = await check;
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
    } catch (error) {
      const { message, stack } = errorInfo(error);
      const body = `<!doctype html><title>Error</title><body>${clientScript(reply, message, stack)}`;
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
        const script = clientScript(reply, faults);
        return String(payload).replace('</head>', () => `${script}</head>`);
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

/** A script that listens for reloads, and shows a message in the overlay (https://vite.dev/guide/api-javascript.html). */
function clientScript(reply: FastifyReply, message = '', stack = ''): string {
  const requestedAt = performance.now() - reply.elapsedTime;
  const fault: ErrorPayload['err'] = {
    message: stripVTControlCharacters(message),
    stack: stripVTControlCharacters(stack),
  };
  const shown = JSON.stringify(fault).replaceAll('<', '\\u003c');
  const show = message && `document.body.append(new ErrorOverlay(${shown}))`;
  return `<script type="module">
    import { createHotContext, ErrorOverlay } from '/@vite/client';
    createHotContext('/').send('${openedEvent}', ${requestedAt});
    ${show}</script>`;
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

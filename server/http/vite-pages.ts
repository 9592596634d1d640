import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createServer, type ErrorPayload, type Plugin } from 'vite';
import type { FormValues, Page, Problem, Site } from '../../site/site.ts';
import type { InboxPage } from '../inbox/page.ts';
import { inLanguage, type Pages, type PagesOptions } from './pages.ts';
import { documentsOf } from './static-files.ts';

interface VitePagesOptions {
  root: string;
  settings: PagesOptions['settings'];
  /** Never served, though it may lie in the project's folder. */
  dataFolder: string;
}

/**
 * The pages under development: rendered from the sources, again after each change, when every open page
 * is reloaded. What is wrong in the sources or the content is shown in Vite's overlay.
 */
export async function openVitePages(
  options: VitePagesOptions,
): Promise<Pages & { inbox: InboxPage }> {
  const { root, settings, dataFolder } = options;
  let rendered: Promise<Site> | undefined;
  const forget = () => {
    rendered = undefined;
  };
  // On any free port: Vite's own choice is always the same, which another server may have.
  const sockets = http.createServer().listen(0, 'localhost');
  await once(sockets, 'listening');
  const address = sockets.address();
  const clientPort = typeof address === 'object' && address ? { clientPort: address.port } : {};
  const vite = await createServer({
    root,
    appType: 'custom',
    envDir: false,
    plugins: [reloadPages(root, forget)],
    // So that Vite finds all packages at its start, not while a page loads, which it would reload.
    optimizeDeps: { entries: 'site/browser/islands.tsx' },
    server: {
      middlewareMode: true,
      ws: { server: sockets, ...clientPort },
      fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', `${dataFolder}/**`] },
    },
  });

  /** Renders by a module of the site. What is wrong in it comes with what is wrong in the content. */
  async function load<Rendered>(
    module: string,
    render: (
      exports: Awaited<ReturnType<typeof vite.ssrLoadModule>>,
      script: string,
    ) => Promise<Rendered>,
  ): Promise<Rendered> {
    const faults = contentFaults(root);
    try {
      return await render(await vite.ssrLoadModule(module), clientScript(await faults));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      vite.ssrFixStacktrace(error);
      error.message = `${await faults}\n${error.message}`.trim();
      vite.config.logger.error(error.message, { timestamp: true, error });
      throw error;
    }
  }

  function site(): Promise<Site> {
    const year = new Date().getUTCFullYear();
    rendered ??= load('/site/render.tsx', async ({ renderSite }, script) =>
      forDevelopment(await renderSite({ ...settings, year }), script),
    );
    return rendered;
  }

  const inbox = () =>
    load('/site/inbox/document.tsx', async ({ renderInbox }, script) =>
      openPage(await renderInbox(), script),
    );

  /** What is at this address, or a page that says in the overlay why nothing can be shown. */
  async function find(address: string | undefined) {
    try {
      return documentsOf(await site()).find(({ path }) => path === address);
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      const body = `<!doctype html><title>Error</title><body>${clientScript(message, stack)}`;
      return { status: 500, type: 'text/html; charset=utf-8', body };
    }
  }

  return {
    siteUrl: settings.siteUrl,
    register(app) {
      app.addHook('onRequest', async (request, reply) => {
        // With its query, by which Vite knows how a file is asked for.
        request.raw.url = request.originalUrl;
        await new Promise((next) => vite.middlewares(request.raw, reply.raw, next));
        if (request.method !== 'GET' && request.method !== 'HEAD') return;
        const found = await find(request.originalUrl.split('?', 1)[0]);
        if (found === undefined) return;
        reply.removeHeader('Content-Security-Policy').header('Cache-Control', 'no-store');
        return reply
          .code('status' in found ? found.status : 200)
          .type(found.type)
          .send(found.body);
      });
    },
    screens: async (language) => inLanguage((await site()).languages, language),
    inbox: { document: inbox, files: new Map() },
    async close() {
      await vite.close();
      sockets.close();
    },
  };
}

/** Forgets the rendered pages and reloads the open ones when a file changes that they are made from. */
function reloadPages(root: string, forget: () => void): Plugin {
  const folders = ['site', 'content', 'booking'].map((name) => `${path.join(root, name)}/`);
  return {
    name: 'reload-pages',
    // Vite starts again when its configuration or one of its plugins was changed.
    configureServer: forget,
    hotUpdate({ file, type }) {
      if (!folders.some((folder) => file.startsWith(folder))) return;
      // What failed for want of the file is not among its readers.
      if (type === 'create') this.environment.moduleGraph.invalidateAll();
      if (this.environment.name !== 'client') return;
      forget();
      this.environment.hot.send({ type: 'full-reload' });
    },
  };
}

function forDevelopment(site: Site, script: string): Site {
  const open = (page: Page) => openPage(page, script);
  const languages = site.languages.map((local) => ({
    ...local,
    pages: local.pages.map((page) => ({ ...page, ...open(page) })),
    notFound: open(local.notFound),
    bookAgain: async (values: FormValues) => open(await local.bookAgain(values)),
    error: async (problem: Problem) => open(await local.error(problem)),
  }));
  return { ...site, languages };
}

/** With Vite's script. Vite puts scripts and styles in: no policy made beforehand can admit them. */
function openPage({ html }: Page, script: string): Page {
  return { html: html.replace('</head>', () => `${script}</head>`), policy: '' };
}

/** Listens for the reload, and shows a message in the overlay (https://vite.dev/guide/api-javascript.html). */
function clientScript(message: string, stack = ''): string {
  const fault: ErrorPayload['err'] = {
    message: stripVTControlCharacters(message),
    stack: stripVTControlCharacters(stack),
  };
  const shown = JSON.stringify(fault).replaceAll('<', '\\u003c');
  const show = message && `document.body.append(new ErrorOverlay(${shown}))`;
  return `<script type="module">import { ErrorOverlay } from '/@vite/client';${show}</script>`;
}

/** What the check of content/ finds wrong, a sentence each: most often why pages cannot be rendered. */
function contentFaults(root: string): Promise<string> {
  const check = ['--disable-warning=ExperimentalWarning', 'scripts/content/check.ts'];
  return new Promise((resolve) => {
    execFile(process.execPath, check, { cwd: root }, (error, stdout) =>
      resolve(error === null ? '' : stdout.trim()),
    );
  });
}

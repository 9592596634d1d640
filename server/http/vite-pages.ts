import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { createServer } from 'vite';
import type { Page, Site } from '../../site/site.ts';
import { contentFaults } from './content-faults.ts';
import type { Pages, PagesOptions } from './pages.ts';
import { documentsOf } from './static-files.ts';

interface VitePagesOptions {
  root: string;
  settings: PagesOptions['settings'];
  /** Never served, though it may lie in the project's folder. */
  dataFolder: string;
}

/** The pages under development: rendered for each request from the sources, reloaded when those change. */
export async function openVitePages({
  root,
  settings,
  dataFolder,
}: VitePagesOptions): Promise<Pages> {
  const vite = await createServer({
    root,
    appType: 'custom',
    server: {
      middlewareMode: true,
      fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', `${dataFolder}/**`] },
    },
  });
  const reloads = ['site', 'content', 'booking'].map(
    (folder) => path.join(root, folder) + path.sep,
  );
  vite.watcher.on('change', (file) => {
    if (reloads.some((folder) => file.startsWith(folder))) vite.ws.send({ type: 'full-reload' });
  });

  async function site(): Promise<Site> {
    try {
      const { renderSite } = await vite.ssrLoadModule('/site/render.tsx');
      return forDevelopment(await renderSite({ ...settings, year: new Date().getUTCFullYear() }));
    } catch (error) {
      const faults = await contentFaults(root);
      if (faults === '') throw error;
      throw Object.assign(new Error(faults, { cause: error }), { stack: faults });
    }
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const [address] = (request.url ?? '').split('?', 1);
    const document = documentsOf(await site()).find(({ path }) => path === address);
    if (document === undefined) return next();
    response.writeHead(200, { 'Content-Type': document.type, 'Cache-Control': 'no-store' });
    response.end(document.body);
  }

  return {
    siteUrl: settings.siteUrl,
    register(app) {
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, () => {
          answer(request.raw, reply.raw, done).catch(done);
        });
      });
    },
    screens: site,
    close: () => vite.close(),
  };
}

/** Vite puts scripts and styles in while it serves: no policy made beforehand can admit them. */
function forDevelopment(site: Site): Site {
  const open = ({ html }: Page): Page => ({
    html: html.replace('</head>', `${viteClient}</head>`),
    policy: '',
  });
  return {
    ...site,
    landing: open(site.landing),
    book: open(site.book),
    notFound: open(site.notFound),
    bookAgain: async (words) => open(await site.bookAgain(words)),
    error: async (problem) => open(await site.error(problem)),
  };
}

/** Listens for the reload (https://vite.dev/guide/api-javascript.html). */
const viteClient = '<script type="module" src="/@vite/client"></script>';

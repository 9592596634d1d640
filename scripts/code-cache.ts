// Does what a start of the server does with the built site, so that Node keeps the code compiled in
// NODE_COMPILE_CACHE: every start is quicker by that, and has no compiler for types in its memory. A
// page that cannot be rendered is found here, and not by the visitors. Importing starts nothing.
import { checkConfig, root } from '../server/config/config.ts';
import { siteSettingsOf } from '../server/config/site-settings.ts';
import { loadSite } from '../server/http/built-site.ts';
import { prepareSite } from '../server/http/static-site.ts';

const out = process.argv[2] ?? 'dist';

// Before Node 24.2 a module cannot tell whether it is the program: the server would start.
if (import.meta.main) {
  await import('../server/main.ts');
  await import('../server/store/sqlite/worker.ts');
  await import('../server/http/render-worker.ts');
  const settings = siteSettingsOf(checkConfig({}, {}, root));
  await prepareSite(await loadSite(out), { ...settings, year: new Date().getUTCFullYear() });
}

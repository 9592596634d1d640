// npm run export -- DIR: the site as plain files, for any static host in front of another data interface.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createProgram, report } from '../command-line.ts';
import { isForeign } from '../config/addresses.ts';
import { type Config, ConfigError, readConfig, root, siteSettingsOf } from '../config/config.ts';
import { warningsOf } from '../config/warnings.ts';
import { loadSite, mustBeBuilt } from '../http/built-site.ts';
import { exportMark, staticFiles } from './exported-site.ts';
import { writeNewFolder } from './new-file.ts';

await createProgram('npm run export --')
  .description(
    'Writes the site as plain files into a new folder, for any static host. The form then posts to a data interface elsewhere: a hosted Supabase project, or a PostgREST of your own. Settings are read from the environment and .env, like the server’s. Needed are SITE_URL and BACKEND_URL, and PUBLIC_KEY for a Supabase project. Export again when a setting or a text has changed, and in a new year.',
  )
  .usage('DIR [--force]')
  .argument('<dir>', 'the new folder')
  .option('--force', 'replace an earlier export')
  .addHelpText(
    'after',
    '\nExample: SITE_URL=https://www.company.com BACKEND_URL=https://project.supabase.co/rest/v1 \\\n         PUBLIC_KEY=… npm run export -- public',
  )
  .action(exportSite)
  .parseAsync()
  .catch((error) => {
    process.exitCode = report(error);
  });

async function exportSite(folder: string, { force = false }: { force?: boolean }): Promise<void> {
  const config = readConfig();
  mustSuitStaticHost(config);
  const folderOfBuild = path.join(root, 'dist');
  mustBeBuilt(folderOfBuild);
  const built = await loadSite(folderOfBuild);
  const year = new Date().getUTCFullYear();
  const site = await built.renderSite({ ...siteSettingsOf(config), year });
  const files = staticFiles(built, site, config.siteUrl);
  // An earlier export, to which nothing was added.
  const isReplaceable = async (names: string[]) => {
    const ours = new Set(files.map(({ name }) => name.split('/')[0]));
    if (!force || !names.every((name) => ours.has(name))) return false;
    const headers = await readFile(path.join(folder, '_headers'), 'utf8').catch(() => '');
    return headers.startsWith(exportMark);
  };
  await writeNewFolder(folder, isReplaceable, async (partial) => {
    for (const { name, body } of files) {
      const file = path.join(partial, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, body);
    }
  });
  for (const { text } of warningsOf(config, true)) process.stderr.write(`Warning: ${text}.\n`);
  process.stdout.write(
    `${files.length} files for ${config.siteUrl} written to ${folder}. The form posts to ${config.backendUrl}.\n`,
  );
}

/** Throws `ConfigError` with all that a static host cannot do without. */
function mustSuitStaticHost({ backendUrl, siteUrlIsSet }: Config): void {
  const site =
    'SITE_URL is not set, and the links that leave the site need it: write the public origin without a path, such as https://www.company.com.';
  const backend = `BACKEND_URL is ${JSON.stringify(backendUrl)}, a path, and a static host has no data interface: write the address of one, such as https://project.supabase.co/rest/v1.`;
  const missing = [...(siteUrlIsSet ? [] : [site]), ...(isForeign(backendUrl) ? [] : [backend])];
  if (missing.length > 0) throw new ConfigError(missing.join('\n'));
}

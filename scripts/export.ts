// npm run export -- DIR: writes the site as plain files, for a static host and another data interface.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createProgram, reportError, UsageError } from '../server/command-line.ts';
import { isForeign } from '../server/config/addresses.ts';
import {
  type Config,
  ConfigError,
  readConfig,
  root,
  siteSettingsOf,
} from '../server/config/config.ts';
import { warningsOf } from '../server/config/warnings.ts';
import { renderFolder } from '../server/http/pages.ts';

await createProgram('npm run export --')
  .description(
    'Writes the site as plain files into a new folder, for any static host. The form then posts to a data interface elsewhere: a hosted Supabase project, or a PostgREST of your own. Settings are read from the environment and .env, like the server’s. SITE_URL and BACKEND_URL are required, and PUBLIC_KEY for a Supabase project. Export again when a setting or a text has changed, and in a new year.',
  )
  .usage('DIR')
  .argument('<dir>', 'the new folder')
  .action(exportSite)
  .parseAsync()
  .catch((error) => {
    process.exitCode = reportError(error);
  });

async function exportSite(folder: string): Promise<void> {
  if (existsSync(folder))
    throw new UsageError(`${folder} exists: delete it, or name another folder.`);
  const config = readConfig();
  mustSuitStaticHost(config);
  const year = new Date().getUTCFullYear();
  const settings = { ...siteSettingsOf(config), year, staticHost: true };
  await renderFolder(path.join(root, 'dist'), path.resolve(folder), settings);
  for (const text of Object.values(warningsOf(config, true)))
    process.stderr.write(`Warning: ${text}.\n`);
  process.stdout.write(
    `The site for ${config.siteUrl} was written to ${folder}. The form posts to ${config.backendUrl}.\n`,
  );
}

/** Throws a `ConfigError` that lists the missing settings for a static host. */
function mustSuitStaticHost({ backendUrl, publicUrl }: Config): void {
  const site =
    'SITE_URL is not set, and shared links and search engines need it: write the public origin without a path, such as https://www.company.com.';
  const backend = `BACKEND_URL is the path ${JSON.stringify(backendUrl)}, but a static host has no data interface: write an absolute address, such as https://project.supabase.co/rest/v1.`;
  const missing = [...(publicUrl ? [] : [site]), ...(isForeign(backendUrl) ? [] : [backend])];
  if (missing.length > 0) throw new ConfigError(missing.join('\n'));
}

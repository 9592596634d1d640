import { styleText } from 'node:util';
import { brand } from '../content/brand.ts';
import { createApplication } from './app.ts';
import { createProgram, reportError, stopOnSignalOrFault } from './command-line.ts';
import { isForeign, localUrl } from './config/addresses.ts';
import { type Config, readConfig } from './config/config.ts';
import { warningsOf } from './config/warnings.ts';
import { openLog } from './log.ts';
import { databaseName } from './store/open.ts';

createProgram('npm start --')
  .description(
    'Serves the site until it is stopped (Ctrl+C or SIGTERM). Settings are read from the environment and .env: docs/settings.md lists them. For the leads: ./lodemark --help',
  )
  .option('--dev', 'Show edits immediately (npm run dev)')
  .action(start)
  .parseAsync()
  .catch((error) => process.exit(reportError(error)));

async function start({ dev: development = false }: { dev?: boolean }): Promise<void> {
  const config = readConfig();
  // On a terminal, do not log each request.
  const isQuiet = process.stdout.isTTY && config.logLevel === 'info';
  const log = openLog(isQuiet ? 'warn' : config.logLevel);
  const application = await createApplication(config, { log, development });
  stopOnSignalOrFault(log, application.close);
  const port = await application.listen();
  const { backendUrl, host, siteUrl } = config;
  const { facts: deskFacts = [], warnings = [] } = application.desk ?? {};
  const facts = [
    config.hostIsFromShell && `HOST is ${host}, from the environment and not from .env`,
    isForeign(backendUrl) && `The page sends requests to another data interface, ${backendUrl}`,
    `Leads are stored in ${databaseName(config)}: ./lodemark list shows them`,
    ...deskFacts,
  ].filter((fact) => typeof fact === 'string');
  if (process.stdout.isTTY) return printStart(config, port, facts, warnings);
  for (const fact of [`The site is at ${siteUrl}`, ...facts]) log.info(fact);
  for (const text of [...Object.values(warningsOf(config)), ...warnings]) log.warn(text);
}

function printStart(
  config: Config,
  port: number,
  facts: readonly string[],
  warnings: readonly string[],
): void {
  const { host, publicUrl } = config;
  const {
    'data interface': backend,
    'misspelled setting': misspelled,
    ...unfilled
  } = warningsOf(config, true);
  const faults = [backend, misspelled].filter((text) => text !== undefined);
  const toFill = Object.keys(unfilled).join(', ');
  const rest = toFill
    ? `Before you go public, fill in: ${toFill}. Run ./lodemark doctor for details`
    : './lodemark doctor checks the rest';
  const visitors = publicUrl ? `, for visitors at ${publicUrl}` : '';
  const head = styleText('bold', `${brand.name} is at ${localUrl(host, port)}${visitors}`);
  const lines = [...facts, ...warnings, ...faults, rest];
  process.stdout.write(`\n${head}\n\n${lines.map((line) => `  ${line}.\n`).join('')}\n`);
}

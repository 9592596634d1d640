import { createApplication } from './app.ts';
import { createProgram, report } from './command-line.ts';
import { readConfig } from './config/config.ts';
import { stopOnSignalOrFault } from './shutdown.ts';
import { listenError, openLog, reportStart } from './terminal.ts';

createProgram('npm start --')
  .description(
    'Serves the site until it is stopped (Ctrl+C or SIGTERM). Settings are read from the environment and .env: docs/settings.md lists them. For the leads: ./lodemark --help',
  )
  .option('--dev', 'Show edits at once (npm run dev)')
  .action(start)
  .parseAsync()
  .catch((error) => process.exit(report(error)));

async function start({ dev: development = false }: { dev?: boolean }): Promise<void> {
  const config = readConfig();
  // A person at the terminal needs no line for each of their own requests.
  const isQuiet = process.stdout.isTTY && config.logLevel === 'info';
  const log = openLog(isQuiet ? 'warn' : config.logLevel);
  const application = await createApplication(config, { log, development });
  stopOnSignalOrFault(log, application.close);
  const port = await application.listen().catch(async (error) => {
    // A delivery that has begun would otherwise wait for its lease to end.
    await application.desk?.stop(0);
    throw listenError(error, config);
  });
  reportStart(config, port, application.desk, log);
}

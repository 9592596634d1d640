import { readFileSync } from 'node:fs';
import path from 'node:path';
import { closest } from '../closest.ts';
import { readConfig, root } from '../config.ts';
import { type Command, UsageError } from './command.ts';
import { mustNotBeTakenByNpm } from './npm-options.ts';
import { report } from './report.ts';

/** The commands with a line for the overview. Each is loaded only when it is asked for. */
const commands: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  list: {
    summary: 'show the bookings, newest first',
    load: async () => (await import('./list.ts')).list,
  },
  show: {
    summary: 'show one booking with its deliveries',
    load: async () => (await import('./show.ts')).show,
  },
  export: {
    summary: 'write the bookings to a CSV, JSON or NDJSON file',
    load: async () => (await import('./export.ts')).exportFile,
  },
  accept: {
    summary: 'deliver a booking that looks like spam',
    load: async () => (await import('./accept.ts')).accept,
  },
  replay: {
    summary: 'deliver again',
    load: async () => (await import('./replay.ts')).replay,
  },
  done: {
    summary: 'say that a booking has reached you by another way',
    load: async () => (await import('./done.ts')).done,
  },
  erase: {
    summary: 'erase bookings for good',
    load: async () => (await import('./erase.ts')).erase,
  },
  backup: {
    summary: 'copy the database while the server runs',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'put a backup in the place of the database',
    load: async () => (await import('./restore.ts')).restore,
  },
  deliver: {
    summary: 'deliver what waits, without the website',
    load: async () => (await import('./deliver.ts')).deliver,
  },
  migrate: {
    summary: 'bring the database up to this version',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  doctor: {
    summary: 'check the settings, the database and the deliveries',
    load: async () => (await import('./doctor.ts')).doctor,
  },
};

/** `npm run bookings -- COMMAND`: exit code 0 done, 1 something is wrong, 2 not understood. */
async function main([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') return print(overview());
  if (name === '--version') return print(`${version()}\n`);
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) throw new UsageError(unknown(name));
  mustNotBeTakenByNpm(name, process.env);
  const command = await entry.load();
  if (args.includes('--help') || args.includes('-h')) return print(command.help);
  const { stdout, stderr } = process;
  return command
    .run({ args, config: readConfig(), stdout, stderr })
    .catch((error) => report(error, command.help));
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  );
  return `Usage: npm run bookings -- COMMAND [options]

${lines.join('\n')}

COMMAND --help tells more. --version shows the version.
Settings are read from the environment and .env, like the server's.
`;
}

function unknown(name: string): string {
  const guess = closest(name, Object.keys(commands));
  const hint = guess === undefined ? '--help lists the commands.' : `Did you mean ${guess}?`;
  return `There is no command ${JSON.stringify(name)}. ${hint}`;
}

function version(): string {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

// `… | head` closes the pipe when it has seen enough: not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await main(process.argv.slice(2)).catch((error) => report(error));

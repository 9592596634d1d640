import { closest } from '../config/closest.ts';
import { readConfig } from '../config/config.ts';
import { type Command, UsageError } from './command.ts';
import { mustNotBeTakenByNpm } from './npm-options.ts';
import { report } from './report.ts';
import { standardAnswer, standardOptions } from './standard-options.ts';

/** The commands with a line for the overview. Each is loaded when it is asked for, and under npm all, for their options. */
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
async function main(given: string[]): Promise<number> {
  // `help list` is `list --help`.
  const [name = '--help', ...args] = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  const about = standardAnswer([name], overview());
  if (about !== undefined) return print(about);
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) throw new UsageError(unknown(name));
  const command = await entry.load();
  const answer = standardAnswer(args, command.help);
  if (answer !== undefined) return print(answer);
  if (process.env.npm_lifecycle_event === 'bookings') {
    mustNotBeTakenByNpm(name, await allOptions(), process.env);
  }
  const { stdout, stderr } = process;
  return command
    .run({ args, config: readConfig(), stdout, stderr })
    .catch((error) => report(error, Object.keys(command.options)));
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
  const options = standardOptions.map((option) => `--${option}`);
  const guess = closest(name, [...Object.keys(commands), ...options]);
  const hint = guess === undefined ? '--help lists the commands.' : `Did you mean ${guess}?`;
  return `There is no command ${JSON.stringify(name)}. ${hint}`;
}

/** Of every command: one that belongs to another is missed as well. */
async function allOptions(): Promise<Set<string>> {
  const loaded = await Promise.all(Object.values(commands).map(({ load }) => load()));
  return new Set(loaded.flatMap(({ options }) => Object.keys(options)));
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

import { UsageError } from './command.ts';

/**
 * Options that npm has too: a machine may have them set for all of npm, and without them a command
 * asks first, or leaves a file that is there.
 */
const ofNpm = ['yes', 'force'];

/**
 * `npm run bookings list --json` gives `--json` to npm, which hands it on in the environment
 * (https://docs.npmjs.com/cli/using-npm/config#environment-variables) and not to us: the command
 * would do something else than was asked. `options`: the names of ours. Throws `UsageError` with
 * what to write.
 */
export function mustNotBeTakenByNpm(
  command: string,
  options: ReadonlySet<string>,
  environment: NodeJS.ProcessEnv,
): void {
  const taken = [...options].filter(
    (name) => !ofNpm.includes(name) && `npm_config_${name.replaceAll('-', '_')}` in environment,
  );
  if (taken.length === 0) return;
  const words = taken.map((name) => `--${name}`).join(' ');
  throw new UsageError(
    `npm took ${words} for itself. Put -- before the command: npm run bookings -- ${command} ${words} …`,
  );
}

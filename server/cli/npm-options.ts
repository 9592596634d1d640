import { UsageError } from './command.ts';

/** Our options that npm has no meaning for: it still takes them where `--` is forgotten. */
const options = ['json', 'since', 'until', 'text', 'state', 'dead', 'once', 'send-test'];

/**
 * `npm run bookings list --json` gives `--json` to npm, which hands it on in the environment
 * (https://docs.npmjs.com/cli/using-npm/config#environment-variables) and not to us: the command
 * would do something else than was asked. Throws `UsageError` with what to write.
 */
export function mustNotBeTakenByNpm(command: string, environment: NodeJS.ProcessEnv): void {
  if (environment.npm_lifecycle_event !== 'bookings') return;
  const taken = options.filter((name) => `npm_config_${name.replace('-', '_')}` in environment);
  if (taken.length === 0) return;
  const words = taken.map((name) => `--${name}`).join(' ');
  throw new UsageError(
    `npm took ${words} for itself. Put -- before the command: npm run bookings -- ${command} ${words} …`,
  );
}

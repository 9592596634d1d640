import { type Config, readConfig } from '../config/config.ts';

/** The action of a command. Its code is loaded when it is called for; it gives the exit code. */
export function run<Args extends unknown[]>(
  load: () => Promise<(config: Config, ...args: Args) => Promise<number> | number>,
) {
  return async (...args: Args): Promise<void> => {
    const command = await load();
    process.exitCode = await command(readConfig(), ...args);
  };
}

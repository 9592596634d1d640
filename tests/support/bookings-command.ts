import { run, sharedProgram } from './server-process.ts';

/** Runs `bookings …` as a process of its own on the database in `folder`. `input` is typed in. */
export async function bookingsCommand(
  args: string[],
  folder: string,
  settings: Record<string, string> = {},
  input = '',
) {
  const { child, ended, stdout, stderr } = run(
    sharedProgram(),
    ['server/cli/bookings.ts', ...args],
    { DATA_DIR: folder, ...settings },
  );
  child.stdin?.end(input);
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

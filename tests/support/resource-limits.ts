import { execFileSync, spawnSync } from 'node:child_process';

/** Whether this machine can limit a resource of a running process (util-linux, Linux only). */
export const canLimit = spawnSync('prlimit', ['--version']).status === 0;

/** Sets the soft limit of a running process, which its owner may raise again up to the hard one. */
export function limit(pid: number | undefined, what: 'fsize' | 'nofile', most: number | 'hard') {
  const soft = most === 'hard' ? hardLimit(pid, what) : String(most);
  execFileSync('prlimit', ['--pid', String(pid), `--${what}=${soft}:`]);
}

function hardLimit(pid: number | undefined, what: string): string {
  const args = ['--pid', String(pid), `--${what}`, '--output', 'HARD', '--noheadings'];
  return execFileSync('prlimit', args, { encoding: 'utf8' }).trim();
}

import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts a program that ends with this process, even if this process is killed. */
export function startChild(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], ...options });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    pid: child.pid,
    /** Its output on standard error so far. */
    output: () => output,
    /** Waits until `isReady` resolves with a truthy value. Throws if the program ends first. */
    async until(isReady: () => Promise<unknown>): Promise<void> {
      while (!(await isReady().catch(() => false))) {
        if (child.exitCode !== null)
          throw new Error(`${command} ended with ${child.exitCode}: ${output}`);
        await pause(20);
      }
    },
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { answerOf } from './answer.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** On the disk of the project: where a system keeps its temporary files in memory, a sync costs nothing. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(root, 'node_modules', '.bench-'));
}

/** The Node that runs this runs what is measured. */
const searchPath = path.dirname(process.execPath) + path.delimiter + process.env.PATH;

/** A server in a process of its own. */
export interface Running {
  url: string;
  /** From its start to its first answer, in milliseconds. */
  startedIn: number;
  /** Seconds of processor that it took so far; undefined where the system does not tell (Linux does). */
  processor(): number | undefined;
  /** The most memory that was resident so far, in MiB; what is resident now where the system does not tell (Linux does). */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts a command that says its address, or its port on loopback, as `announced` finds it. */
export async function start(
  [command = '', ...args]: string[],
  announced: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: searchPath, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'close');
  const where = await announcedBy(child, announced);
  const url = where.startsWith('http') ? where : `http://127.0.0.1:${where}`;
  await answerOf(`${url}/`);
  return {
    url,
    startedIn: performance.now() - began,
    memory: () => memoryOf(child.pid),
    processor: () => processorOf(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      running.delete(child);
    },
  };
}

/** No server outlives the bench, however that ends. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** From proc_pid_status(5), which counts in KiB, as ps does. */
function memoryOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  const kibibytes = existsSync(file)
    ? /^VmHWM:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`]).toString();
  return Number(kibibytes) / 1024;
}

/** User and system time in ticks of 10 ms: fields 14 and 15 of proc_pid_stat(5), behind the name in brackets. */
function processorOf(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Reads on afterwards: a full pipe would hold the server up. */
function announcedBy(child: ChildProcess, announced: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 100_000) said += text;
      const [, where] = announced.exec(said) ?? [];
      if (where !== undefined) resolve(where);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** A server's answer, as transferred. */
export interface Answer {
  /** Name, value, name, value … without headers that every server adds. */
  headers: string[];
  /** In base64. */
  body: string;
}

/** A server in its own process, which ends when it is disposed of. */
export interface Running extends AsyncDisposable {
  url: string;
  /** The processor time so far, in seconds. */
  processor(): number;
  /** The peak resident memory so far, in MiB. */
  memory(): number;
}

/** The built program, like `npm start`, with a fresh database or the one in `settings`, and without a rate limit. */
export function startBuilt(settings: Readonly<Record<string, string>> = {}): Promise<Running> {
  const folder = temporaryFolder();
  return start(['sh', 'server/start.sh'], /Server listening at (http:[^"]+)/, folder, {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMIT_REQUESTS: '0',
    LOG_LEVEL: 'info',
    ...settings,
  });
}

/** A bare node:http server with this answer to everything. */
export function startBare(answer: Answer): Promise<Running> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify(answer));
  return start(['node', 'tests/bench/bare-server.ts', file], /^(http:\S+)\n/, folder);
}

/** The folder is on the project's disk, because temporary files may be in memory, where a sync costs nothing. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(root, 'node_modules', '.bench-'));
}

/** One request like a browser's. Its answer is not decompressed. */
export function answerOf(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
    http
      .get(url, { headers, agent: false }, async (response) => {
        const body = Buffer.concat(await response.toArray()).toString('base64');
        const own = response.rawHeaders.filter((_, index, all) => {
          const name = all[index - (index % 2)]?.toLowerCase() ?? '';
          return !['connection', 'date', 'keep-alive'].includes(name);
        });
        resolve({ headers: own, body });
      })
      .on('error', reject);
  });
}

/** Starts a command that prints its address. `folder` is removed with it. */
async function start(
  [command = '', ...args]: string[],
  address: RegExp,
  folder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const child = spawn(command, args, {
    cwd: root,
    // The measured programs run on the same Node as this one.
    env: { PATH: path.dirname(process.execPath) + path.delimiter + process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'close');
  const url = await addressIn(child, address);
  await answerOf(`${url}/`);
  return {
    url,
    memory: () => memoryOf(child.pid),
    processor: () => processorOf(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      running.delete(child);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Servers end with the bench, even if it is killed. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Keep reading the output, because a full pipe would stop the server. */
function addressIn(child: ChildProcess, address: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 100_000) output += text;
      const [, url] = address.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
}

/** The value in proc_pid_status(5) is in KiB. */
function memoryOf(pid: number | undefined): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** User and system time in ticks of 10 ms: fields 14 and 15 of proc_pid_stat(5), behind the name in brackets. */
function processorOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BareAnswer } from './bare-server.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A server in a process of its own. */
export interface Running {
  url: string;
  /** From its start to its first answer, in milliseconds. */
  startedIn: number;
  /** Seconds of processor that it took so far; undefined where the system does not tell (Linux does). */
  processor(): number | undefined;
  /** Resident memory in MiB. */
  memory(): number;
  stop(): Promise<void>;
}

/** The built program as `npm start` runs it, with a fresh database and no limit on bookings. */
export async function startBuilt(): Promise<Running> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodemark-bench-'));
  const running = await start(['sh', 'server/start.sh'], /Server listening at (http:[^"]+)/, {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMIT_REQUESTS: '0',
    LOG_LEVEL: 'info',
  });
  return {
    ...running,
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A bare node:http server that answers with the bytes that `url` gives a browser. */
export async function startBare(url: string): Promise<Running> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'lodemark-bare-')), 'answer.json');
  writeFileSync(file, JSON.stringify(await answerOf(url)));
  const running = await start([process.execPath, 'tests/bench/bare-server.ts', file], /^(\d+)\n/);
  return {
    ...running,
    async stop() {
      await running.stop();
      rmSync(path.dirname(file), { recursive: true });
    },
  };
}

async function start(
  [command = '', ...args]: string[],
  announced: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const where = await announcedBy(child, announced);
  const url = where.startsWith('http') ? where : `http://127.0.0.1:${where}`;
  await answerOf(`${url}/`);
  return {
    url,
    startedIn: performance.now() - began,
    memory: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).toString()) / 1024,
    processor: () => processorOf(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      // Its port and files are let go of.
      await pause(10);
    },
  };
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

/** One request as a browser makes it, its answer not decompressed. */
function answerOf(url: string): Promise<BareAnswer> {
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

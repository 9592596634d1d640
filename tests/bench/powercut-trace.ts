import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { project } from './kill-under-load.ts';
import type { DiskCall } from './powercut-disk.ts';

/** A recorded step: a call on the server's folder, or the answer that acknowledges a booking. */
export type Step = { call: DiskCall } | { acknowledged: string };

const calls =
  'read,write,writev,pwrite64,pwritev,ftruncate,fallocate,open,openat,creat,rename,renameat,renameat2,link,linkat,unlink,unlinkat,fsync,fdatasync';

/** More characters than a page of the database or a request has. */
const longestBytes = 70_000;

/** The reason why no server can be recorded here. Undefined if one can. */
export async function reasonAgainst(): Promise<string | undefined> {
  const probe = spawn('strace', ['-o', '/dev/null', 'true'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = Array.fromAsync(probe.stderr);
  const missing = once(probe, 'error').then(() => 'strace is missing: apt-get install strace');
  const ended = once(probe, 'close').then(async ([code]) =>
    code === 0 ? undefined : `strace may not trace here: ${Buffer.concat(await said)}`.trim(),
  );
  return Promise.race([missing, ended]);
}

/** Runs the built server under strace, which writes its calls to `file`, while `work` uses its address. */
export async function recordServer(
  file: string,
  settings: Readonly<Record<string, string>>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const tracing = ['-f', '--seccomp-bpf', '-y', '-xx', '-s', String(longestBytes), '-o', file];
  const program = [process.execPath, 'server/main.ts'];
  const tracer = spawn('strace', [...tracing, '-e', `trace=${calls}`, ...program], {
    cwd: project,
    env: { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(tracer, 'exit');
  const url = `http://localhost:${port}`;
  try {
    while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
      if (tracer.exitCode !== null) throw new Error('The server ended before it was ready');
      await pause(100);
    }
    await work(url);
  } finally {
    const children = `/proc/${tracer.pid}/task/${tracer.pid}/children`;
    const server = Number(await readFile(children, 'utf8').catch(() => ''));
    // Stop the server as its supervisor would, so that the last checkpoint is recorded too.
    if (server > 0) process.kill(server, 'SIGTERM');
    await ended;
  }
}

/**
 * The steps in the recorded order. One thread answers and writes the database, so its calls take effect in this order.
 * Throws for a call that is not in the disk's model.
 */
export async function readSteps(file: string, folder: string): Promise<Step[]> {
  const steps: Step[] = [];
  const begun = new Map<string, string>();
  /** The booking in the last request on each connection. */
  const asked = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith('<unfinished ...>'))
      begun.set(thread, text.slice(0, -'<unfinished ...>'.length));
    else {
      const call = text.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(thread) ?? '');
      steps.push(...stepsOf(call, folder, asked));
    }
  }
  return steps;
}

function stepsOf(text: string, folder: string, asked: Map<string, string>): Step[] {
  const [, name = '', args = '', result = '-1'] = /^(\w+)\((.*)\) += (-?\d+)/.exec(text) ?? [];
  if (Number(result) < 0) return [];
  const target = bytesOf(/^\d+<([^>]+)>/.exec(args)?.[1]).toString();
  const bytes = bytesOf(/"([^"]*)"/.exec(args)?.[1]);
  if (target.startsWith('socket:')) {
    const [asking] = /booking-\d+-\d+/.exec(name === 'read' ? bytes.toString('latin1') : '') ?? [];
    if (asking !== undefined) asked.set(target, asking);
    const booking = asked.get(target);
    const isAnswer =
      name.startsWith('write') && bytes.toString('latin1').startsWith('HTTP/1.1 201');
    return isAnswer && booking !== undefined ? [{ acknowledged: booking }] : [];
  }
  const isByName = /^(open|creat|rename|link|unlink)/.test(name);
  const place = isByName ? bytes.toString() : target;
  const call = callOn(path.relative(folder, place), { name, args, bytes, result: Number(result) });
  return call === undefined ? [] : [{ call }];
}

function callOn(
  file: string,
  { name, args, bytes, result }: { name: string; args: string; bytes: Buffer; result: number },
): DiskCall | undefined {
  const isSync = name === 'fsync' || name === 'fdatasync';
  if (file === '' && isSync) return { kind: 'sync folder' };
  // No call writes the shared memory next to the log, and after a restart it is meaningless.
  if (file === '' || file.startsWith('..') || file.endsWith('-shm') || name === 'read')
    return undefined;
  const number = Number(/, (\d+) *$/.exec(args)?.[1]);
  if (isSync) return { kind: 'sync', file };
  if (name === 'unlink') return { kind: 'unlink', file };
  if (name === 'pwrite64')
    return { kind: 'write', file, at: number, bytes: bytes.subarray(0, result) };
  if (name === 'ftruncate') return { kind: 'truncate', file, size: number };
  if (name === 'openat' && !args.includes('O_TRUNC'))
    return args.includes('O_CREAT') ? { kind: 'create', file } : undefined;
  throw new Error(`The model of the disk does not know ${name} of ${file}`);
}

/** Decodes the bytes that strace writes as \x41\x42. */
function bytesOf(text = ''): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}

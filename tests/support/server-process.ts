import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Booking } from '../../booking/booking.ts';
import { ada } from './ada.ts';
import { copyProgramInto } from './copied-program.ts';
import { temporaryFolder } from './database.ts';
import { publicKey } from './server.ts';
import { writeBuild } from './stand-in-build.ts';

/** The folder of the program that all tests share. A test that writes into it makes a copy. */
export function sharedProgram(): string {
  return inject('program');
}

/** A copy of the program's files in a separate folder, with a minimal built site. */
export async function copyProgram({ built = true } = {}): Promise<string> {
  const folder = await temporaryFolder();
  copyProgramInto(folder);
  if (built) writeBuild(path.join(folder, 'dist'));
  return folder;
}

export interface Run {
  child: ChildProcess;
  /** Everything printed so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code or the signal when the process ends. */
  ended: Promise<number | string>;
}

/** Starts `node FILE …` in a program's folder, with only this environment. It is killed when the test ends. */
export function run(
  folder: string,
  args: string[],
  environment: Record<string, string> = {},
  command = process.execPath,
): Run {
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

/** Books at a server's address, as the page does. */
export function book(url: string, values: Partial<Booking> = {}): Promise<Response> {
  return fetch(`${url}/rest/v1/booking_requests`, {
    method: 'POST',
    headers: {
      apikey: publicKey,
      'Content-Type': 'application/json',
      Connection: 'close',
    },
    body: JSON.stringify({ ...ada, ...values }),
  });
}

/** Starts the shared program's server with a new database in its own folder. */
export async function runWithData(environment: Record<string, string> = {}) {
  const data = path.join(await temporaryFolder(), 'data');
  return { ...(await runServer(sharedProgram(), { DATA_DIR: data, ...environment })), data };
}

/** Starts the real server on a free port and waits until it answers. */
export async function runServer(folder: string, environment: Record<string, string> = {}) {
  const address = { HOST: '127.0.0.1', PORT: '0' };
  const server = run(folder, ['server/main.ts'], { ...address, ...environment });
  const listening = new Promise<string>((resolve) => {
    server.child.stdout?.on('data', () => {
      const [, url] = /Server listening at (http:[^"]+)/.exec(server.stdout()) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const failed = server.ended.then((code): never => {
    throw new Error(`The server ended with ${code}: ${server.stderr()}`);
  });
  failed.catch(() => {});
  return { ...server, url: await Promise.race([listening, failed]) };
}

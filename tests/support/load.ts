import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { ada } from './ada.ts';

export interface LoadedServer {
  child: ChildProcess;
  url: string;
}

/** Starts the program in this folder with this environment alone, and waits until it listens. */
export async function startServer(
  program: string,
  settings: Record<string, string>,
): Promise<LoadedServer> {
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    cwd: program,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const listening = Promise.withResolvers<string>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-10_000);
    const [, url] = /Server listening at (http:[^"]+)/.exec(output) ?? [];
    if (url !== undefined) listening.resolve(url);
  });
  child.once('exit', (code) => listening.reject(new Error(`The server ended with ${code}`)));
  return { child, url: await listening.promise };
}

/** Books one after the other until `signal`; each until it is acknowledged, each try at `url()`. */
export async function book(
  url: () => string,
  client: number,
  acknowledged: string[],
  signal: AbortSignal,
): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const name = `booking-${client}-${n}`;
    const key = crypto.randomUUID();
    while ((await post(url(), name, key)) !== 201) await pause(20);
    acknowledged.push(name);
    await pause(20);
  }
}

/** Gives the answer's status, or nothing when there was none. */
export async function post(url: string, name: string, key: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${url}/rest/v1/booking_requests`, {
      method: 'POST',
      headers: {
        apikey: 'public-client-key',
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ ...ada, name }),
    });
    return response.status;
  } catch {
    return undefined;
  }
}

/** The name that `book` gave, found in a mail's subject or a webhook's event. */
export function nameIn(text: unknown): string {
  return /(booking-[\d-]+)/.exec(JSON.stringify(text) ?? '')?.[1] ?? '';
}

/** How many of the acknowledged bookings are not among these. */
export function missingFrom(names: readonly string[], acknowledged: readonly string[]): number {
  const there = new Set(names);
  return acknowledged.filter((name) => !there.has(name)).length;
}

/** How many of these are there more than once. */
export function repeatedIn(names: readonly string[]): number {
  return names.length - new Set(names).size;
}

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer } from './answer.ts';
import { type Running, start, temporaryFolder } from './processes.ts';

/** The built program as `npm start` runs it, with a fresh database and no limit on bookings. */
export async function startBuilt(): Promise<Running> {
  const folder = temporaryFolder();
  const running = await start(['sh', 'server/start.sh'], /Server listening at (http:[^"]+)/, {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMIT_REQUESTS: '0',
    LOG_LEVEL: 'info',
  });
  return removing(running, folder);
}

/** A bare node:http server that answers everything with this. */
export async function startBare(answer: Answer): Promise<Running> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify(answer));
  const running = await start(['node', 'tests/bench/bare-server.ts', file], /^(\d+)\n/);
  return removing(running, folder);
}

/** Starts a server, gives it to `work` and stops it afterwards. */
export async function withServer<T>(
  startServer: () => Promise<Running>,
  work: (server: Running) => Promise<T>,
): Promise<T> {
  const server = await startServer();
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

function removing(running: Running, folder: string): Running {
  return {
    ...running,
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

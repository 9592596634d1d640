import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isForeign } from './config/addresses.ts';
import { type Config, ConfigError, root, siteSettingsOf } from './config/config.ts';
import type { Desk, DeskContext } from './desk/desk.ts';
import { dataInterface } from './http/data-interface/route.ts';
import { registerHealth } from './http/health.ts';
import { openPages } from './http/pages.ts';
import { createCounter } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import { openStore } from './store/open.ts';
import { checkStore, type Store, type StoreLimits } from './store/store.ts';

/** Time limits in milliseconds. */
export interface Limits extends StoreLimits {
  /** How long a request may take to arrive. */
  requestTimeout?: number;
  /** How long a running response may take when the server stops. */
  stopGrace?: number;
  /** How long running deliveries may take when the server stops. */
  deliveryGrace?: number;
  /** How often the desk looks for bookings. */
  pollInterval?: number;
}

export interface ApplicationOptions {
  log: Logger;
  development?: boolean;
  built?: string;
  limits?: Limits;
}

export interface Application {
  server: FastifyInstance;
  store: Store;
  /** Undefined if the program has no desk. */
  desk: Desk | undefined;
  /** Listens at the configured address. Returns the port. Throws `ConfigError` if the address cannot be used. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Creates the whole program for these settings: store, pages, data interface and desk. Deliveries start immediately.
 * Requests are served after `listen`. Throws `DatabaseError` if an operator has to act first.
 */
export async function createApplication(
  config: Config,
  { log, development = false, built = path.join(root, 'dist'), limits = {} }: ApplicationOptions,
): Promise<Application> {
  const [store, pages] = await Promise.all([
    openStore(config, { ...limits, migrate: true }),
    development
      ? import('./http/vite-pages.ts').then(({ openVitePages }) => openVitePages(config))
      : openPages({ built, settings: siteSettingsOf(config), log }),
  ]);
  // On a busy machine, Vite may need longer than the limit for its first page.
  const connectionTimeout = development ? { connectionTimeout: 0 } : {};
  const server = createServer({
    pages,
    log,
    trustProxy: config.trustProxy,
    limits: { ...connectionTimeout, ...limits },
  });
  const deskModule = await loadDesk();
  const { pollInterval, deliveryGrace } = limits;
  const context: DeskContext = { config, store, log, page: pages.inbox, pollInterval };
  const desk = deskModule?.startDesk(context);
  if (deskModule && desk) await deskModule.registerDesk(server, context);
  const lateStatus = async () => (await desk?.lateStatus()) ?? {};
  await server.register(dataInterface, {
    // BACKEND_URL may be this server's own public address.
    prefix: isForeign(config.backendUrl) ? '/rest/v1' : config.backendUrl,
    store,
    pages,
    publicKey: config.publicKey,
    readiness: registerHealth(server, store, lateStatus),
    limit: createCounter(config.rateLimit, store.quotas),
  });
  let listening: Promise<string> | undefined;
  return {
    server,
    store,
    desk,
    async listen() {
      const { host, port } = config;
      listening = server.listen({ host, port });
      const address = await listening.catch(async (error: Error) => {
        // Releases the leases of running deliveries. Otherwise they are not retried before their leases end.
        await desk?.stop(0);
        if (!('syscall' in error)) throw error;
        throw new ConfigError(
          `The server cannot listen at HOST and PORT: ${error.message}. If another program, or this one, has the port, stop it or set PORT to another number above 1023. Set HOST to an address of this machine. HOST in the environment overrides .env.`,
        );
      });
      await checkStore(store).catch((err: unknown) =>
        log.error({ err }, 'the database cannot be written: no lead can be stored'),
      );
      // A URL omits port 80.
      return Number(new URL(address).port || 80);
    },
    async close() {
      // Fastify throws an uncaught error if it is closed while it begins to listen.
      await listening?.catch(() => {});
      await Promise.all([server.close(), desk?.stop(deliveryGrace)]);
      await pages.close();
      await store.close();
    },
  };
}

async function loadDesk() {
  const isThere = existsSync(new URL('./desk/desk.ts', import.meta.url));
  return isThere ? import('./desk/desk.ts') : undefined;
}

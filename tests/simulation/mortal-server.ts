import type { KyselyPlugin } from 'kysely';
import pino from 'pino';
import { type Channel, channelNames } from '../../server/desk/delivery/channel.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { createWorker } from '../../server/desk/delivery/worker.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { type Db, type Store, StoreUnavailable } from '../../server/store/store.ts';
import { createTimers } from './virtual-time.ts';
import type { World } from './world.ts';

/** The other end of a server's channels. */
export interface Outside {
  channel(name: (typeof channelNames)[number], server: MortalServer): Channel;
  /** Called during a statement. Uncommitted changes are lost. */
  died(server: MortalServer): void;
}

const log = pino({ level: 'silent' });

/** The real store, dispatch and worker in a process that can die between any two statements. */
export class MortalServer {
  isDead = false;
  /** The process is suspended until this time. */
  stalledUntil = 0;
  polledAt = Number.NEGATIVE_INFINITY;
  /** The loops that have not finished. */
  readonly busy = new Set<'dispatch' | 'deliver'>();
  /** The number of running database operations, even of a dead process. */
  pending = 0;
  /** The process dies before the statement with this number. */
  statementsLeft = Number.POSITIVE_INFINITY;
  readonly number: number;
  readonly store: Store;
  readonly #world: World;
  readonly #outside: Outside;
  readonly #real: Store;
  /** One worker for each channel, as in the outbox. */
  readonly #workers: readonly ReturnType<typeof createWorker>[];

  static async start(world: World, number: number, outside: Outside): Promise<MortalServer> {
    const real = await openSqlite({ folder: world.folder, now: world.clock });
    return new MortalServer(world, number, outside, real);
  }

  constructor(world: World, number: number, outside: Outside, real: Store) {
    const { time, chance, over } = world;
    this.number = number;
    this.#world = world;
    this.#outside = outside;
    this.#real = real;
    this.store = this.#mortal(real);
    const shared = {
      store: this.store,
      log,
      timers: createTimers(time, (work) => this.run(work)),
      now: () => time.now,
      random: chance.random,
      breakOff: over.signal,
    };
    this.#workers = channelNames.map((name) =>
      createWorker({ ...shared, channel: outside.channel(name, this) }),
    );
  }

  /** Runs `work` in this process when it is not suspended. After its death, does nothing. */
  run(work: () => void): void {
    if (this.isDead) return;
    const { time } = this.#world;
    if (time.now < this.stalledUntil) time.at(this.stalledUntil, () => this.run(work));
    else work();
  }

  /** Does what the outbox does every second, in two loops. Neither starts again before it has finished. */
  poll(): void {
    this.polledAt = this.#world.time.now;
    this.#loop('dispatch', async () => {
      if ((await dispatch(this.store, channelNames)) > 0) this.#deliver();
    });
    this.#deliver();
  }

  #deliver(): void {
    this.#loop('deliver', () => Promise.all(this.#workers.map((worker) => worker.deliverDue())));
  }

  #loop(name: 'dispatch' | 'deliver', work: () => Promise<unknown>): void {
    if (this.busy.has(name)) return;
    this.busy.add(name);
    work()
      .finally(() => this.busy.delete(name))
      .catch(this.#world.failed);
  }

  /** Closes the files of a dead process, after its transaction has been rolled back. */
  close(): Promise<void> {
    return this.#real.close();
  }

  /** A promise of a dead process never settles. */
  #mortal(real: Store): Store {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        this.#nextStatement();
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const watched =
      <T>(work: (db: Db) => Promise<T>) =>
      async (db: Db) => {
        const result = await work(db.withPlugin(plugin));
        // The process may die here, before the commit.
        this.#nextStatement();
        return result;
      };
    const unlessDead = <T>(operation: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        if (this.isDead) return;
        this.pending += 1;
        const end = (answer: () => void) => {
          this.pending -= 1;
          // The process may die here, after the commit and before its answer.
          this.#count();
          if (!this.isDead) answer();
        };
        operation().then(
          (result) => end(() => resolve(result)),
          (error: unknown) => end(() => reject(error)),
        );
      });
    return {
      dialect: real.dialect,
      read: (work) => unlessDead(() => real.read(watched(work))),
      write: (work) => unlessDead(() => real.write(watched(work))),
      close: real.close,
    };
  }

  #nextStatement(): void {
    this.#count();
    // The store then rolls back the whole transaction.
    if (this.isDead) throw new StoreUnavailable('closed', 'The process is dead');
  }

  #count(): void {
    this.statementsLeft -= 1;
    if (this.statementsLeft >= 0 || this.isDead) return;
    this.isDead = true;
    this.#outside.died(this);
  }
}

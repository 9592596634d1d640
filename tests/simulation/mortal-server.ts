import type { KyselyPlugin } from 'kysely';
import pino from 'pino';
import type { Channel } from '../../server/desk/delivery/channel.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { createWorker } from '../../server/desk/delivery/worker.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { type Db, type Store, StoreUnavailable } from '../../server/store/store.ts';
import type { Chance } from './chance.ts';
import { createTimers, type VirtualTime } from './virtual-time.ts';

/** Thrown when the process dies. The store then rolls back the whole transaction. */
class Died extends StoreUnavailable {
  override name = 'Died';
}

/** The environment of a server. */
export interface Machine {
  time: VirtualTime;
  chance: Chance;
  folder: string;
  /** The wall clock, in milliseconds since 1970. */
  clock(): number;
  /** Called during a statement. Uncommitted changes are lost. */
  died(server: MortalServer): void;
  /** Called with any error except a death. */
  failed(error: unknown): void;
  /** Aborted after the run. Otherwise endless attempts would stay in memory. */
  over: AbortSignal;
}

const log = pino({ level: 'silent' });

/** The real store, dispatch and worker in a process that can die between any two statements. */
export class MortalServer {
  isDead = false;
  /** The process is suspended until this time. */
  stalledUntil = 0;
  polledAt = Number.NEGATIVE_INFINITY;
  isDispatching = false;
  isDelivering = false;
  /** The number of running database operations, even of a dead process. */
  pending = 0;
  /** The process dies before the statement with this number, or after this number of sent notices. */
  statementsLeft = Number.POSITIVE_INFINITY;
  noticesLeft = Number.POSITIVE_INFINITY;
  readonly number: number;
  readonly store: Store;
  readonly names: readonly Channel['name'][];
  readonly #machine: Machine;
  readonly #real: Store;
  /** One worker for each channel, as in the outbox. */
  readonly #workers: readonly ReturnType<typeof createWorker>[];

  static async start(
    machine: Machine,
    number: number,
    connect: (self: () => MortalServer) => readonly Channel[],
  ): Promise<MortalServer> {
    const real = await openSqlite({ folder: machine.folder, now: machine.clock });
    const channels = connect(() => server);
    const server: MortalServer = new MortalServer(machine, number, real, channels);
    return server;
  }

  constructor(machine: Machine, number: number, real: Store, channels: readonly Channel[]) {
    this.number = number;
    this.#machine = machine;
    this.#real = real;
    this.names = channels.map(({ name }) => name);
    this.store = this.#mortal(real);
    const { time, chance } = machine;
    const shared = {
      store: this.store,
      log,
      timers: createTimers(time, (work) => this.run(work)),
      now: () => time.now,
      random: chance.random,
      breakOff: machine.over,
    };
    this.#workers = channels.map((channel) => createWorker({ ...shared, channel }));
  }

  /** Runs `work` in this process when it is not suspended. After its death, does nothing. */
  run(work: () => void): void {
    if (this.isDead) return;
    const { time } = this.#machine;
    if (time.now < this.stalledUntil) time.at(this.stalledUntil, () => this.run(work));
    else work();
  }

  /**
   * Does what the outbox does every second, in two loops. Neither starts again before it has finished. Polls that would
   * find nothing are left out. `mayDispatch`: whether a row waits; `due`: the channels that have a due delivery.
   */
  poll(mayDispatch = true, due: readonly string[] = this.names): void {
    this.polledAt = this.#machine.time.now;
    if (mayDispatch && !this.isDispatching) {
      this.isDispatching = true;
      this.#report(this.#dispatchAll().finally(() => (this.isDispatching = false)));
    }
    this.#deliver(due);
  }

  async #dispatchAll(): Promise<void> {
    if ((await dispatch(this.store, this.names)) > 0) this.#deliver();
  }

  #deliver(due: readonly string[] = this.names): void {
    if (this.isDelivering) return;
    this.isDelivering = true;
    const rounds = this.#workers
      .filter((_worker, index) => due.includes(this.names[index] ?? ''))
      .map((worker) => worker.deliverDue());
    this.#report(Promise.all(rounds).finally(() => (this.isDelivering = false)));
  }

  #report(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#machine.failed(error));
  }

  /** Called when a channel has accepted a notice. */
  sent(): void {
    this.noticesLeft -= 1;
    if (this.noticesLeft < 0) this.die();
  }

  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.#machine.died(this);
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
    if (this.isDead) throw new Died('closed', 'The process is dead');
  }

  #count(): void {
    this.statementsLeft -= 1;
    if (this.statementsLeft < 0) this.die();
  }
}

import {
  type Channel,
  DeliveryFailure,
  type Notice,
  type Receipt,
} from '../../server/desk/delivery/channel.ts';
import { type Attempt, type Invariants, isPoisoned, longestAttempt } from './invariants.ts';
import type { MortalServer } from './mortal-server.ts';
import { hour, second } from './virtual-time.ts';
import type { World } from './world.ts';

export type Mode = 'healthy' | 'flaky' | 'refusing' | 'silent';

/** The fate of a notice. Times are milliseconds from its beginning. */
interface Fate {
  /** When the recipient has all of it, if it accepts. */
  acceptedAfter?: number;
  /** Undefined: there is no answer. */
  answeredAfter?: number;
  failure?: DeliveryFailure;
}

/** The recipients of all channels, and the network to them. */
export class Network {
  /** A channel without a mode is healthy. */
  readonly modes = new Map<string, Mode>();
  readonly #world: World;
  readonly #invariants: Invariants;
  readonly #disturb: (attempt: Attempt) => void;

  /** `disturb` may affect the server or the booking of an attempt that has just begun. */
  constructor(world: World, invariants: Invariants, disturb: (attempt: Attempt) => void) {
    this.#world = world;
    this.#invariants = invariants;
    this.#disturb = disturb;
  }

  channel(name: Channel['name'], server: MortalServer): Channel {
    return {
      name,
      target: name,
      tryLimit: longestAttempt,
      deliver: (notice, signal) => this.#deliver(server, name, notice, signal),
    };
  }

  #deliver(server: MortalServer, channel: string, { lead }: Notice, signal: AbortSignal) {
    const { time, chance, isHealed } = this.#world;
    const { id = 0, email = '' } = lead?.booking ?? {};
    const began = time.now;
    const attempt: Attempt = {
      ...{ booking: id, email, channel, server, began },
      ...{ isAccepted: false, isLost: false, leaseLost: false },
    };
    this.#invariants.began(attempt);
    const { acceptedAfter, answeredAfter, failure } = this.#fate(attempt);
    // Data of a dead process may still arrive.
    const isSent = chance.happens(0.5);
    if (!isHealed) this.#disturb(attempt);
    return new Promise<Receipt>((resolve, reject) => {
      signal.addEventListener('abort', () => {
        attempt.isLost = true;
        reject(new Error('aborted'));
      });
      if (acceptedAfter !== undefined)
        time.at(began + acceptedAfter, () => {
          if (signal.aborted || (server.isDead && !isSent)) return;
          attempt.isAccepted = true;
          if (failure !== undefined || server.isDead) attempt.isLost = true;
          this.#invariants.accepted(attempt);
        });
      if (answeredAfter === undefined) return;
      time.at(began + answeredAfter, () =>
        server.run(() => {
          if (failure === undefined) resolve({ answer: 'ok' });
          else reject(failure);
        }),
      );
    });
  }

  #fate(attempt: Attempt): Fate {
    const { chance } = this.#world;
    const mode = this.modes.get(attempt.channel) ?? 'healthy';
    const soon = chance.between(20, 2 * second);
    if (isPoisoned(attempt)) return chance.happens(0.2) ? {} : failing('HTTP 500', soon);
    if (mode === 'healthy') return { acceptedAfter: soon, answeredAfter: soon + 200 };
    if (mode === 'refusing') return failing('HTTP 500', soon);
    return mode === 'silent' ? {} : this.#flaky(soon);
  }

  #flaky(soon: number): Fate {
    const { chance } = this.#world;
    const slow = chance.between(second, 40 * second);
    const dice = chance.between(1, 100);
    if (dice <= 30) return { acceptedAfter: slow, answeredAfter: slow + soon };
    // The recipient hangs up after the data, or never answers.
    if (dice <= 45) return { ...failing('HTTP 500', soon + 100), acceptedAfter: soon };
    if (dice <= 55) return { acceptedAfter: soon };
    if (dice <= 70) return failing('HTTP 500', slow);
    if (dice <= 85) return failing('HTTP 429', soon, chance.between(second, 2 * hour));
    return dice <= 87 ? failing('HTTP 410', soon) : {};
  }
}

function failing(code: string, answeredAfter: number, retryAfter = 0): Fate {
  return { answeredAfter, failure: new DeliveryFailure(code, code, { retryAfter }) };
}

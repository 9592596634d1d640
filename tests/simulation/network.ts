import {
  type Channel,
  DeliveryFailure,
  type Notice,
  type Receipt,
} from '../../server/desk/delivery/channel.ts';
import type { Chance } from './chance.ts';
import type { MortalServer } from './mortal-server.ts';
import { hour, minute, second, type VirtualTime } from './virtual-time.ts';

export type Mode = 'healthy' | 'flaky' | 'refusing' | 'silent';

/** An attempt as the recipient sees it. */
export interface Try {
  booking: number;
  channel: string;
  server: MortalServer;
  began: number;
  /** When the recipient had received all of it. */
  accepted?: number;
  /** Whether the answer was lost, so that the server does not know that it was accepted. */
  isLost: boolean;
  /** When a clock change or a suspension may have ended the lease during the attempt. */
  leaseLost?: boolean;
}

export interface Witness {
  began(attempt: Try): void;
  accepted(attempt: Try): void;
  /** Whether the recipient answered 410. */
  gone(attempt: Try): void;
  isPoisoned(attempt: Try): boolean;
}

/** Shorter than the product's limit of eleven minutes, so that a run of a week has more attempts. */
export const longestTry = 3 * minute;
const tryLimits: Readonly<Record<string, number>> = { mail: longestTry };

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
  readonly modes = new Map<string, Mode>();
  /** Makes everything healthy for the rest of the run. It then suspends and kills no server. */
  isHealed = false;
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  readonly #witness: Witness;
  readonly #disturb: (attempt: Try) => void;

  /** `disturb` may affect the server or the booking of an attempt that has just begun. */
  constructor(
    time: VirtualTime,
    chance: Chance,
    witness: Witness,
    disturb: (attempt: Try) => void,
  ) {
    this.#time = time;
    this.#chance = chance;
    this.#witness = witness;
    this.#disturb = disturb;
  }

  channel(name: Channel['name'], server: () => MortalServer): Channel {
    const tryLimit = tryLimits[name];
    return {
      name,
      target: name,
      ...(tryLimit !== undefined && { tryLimit }),
      deliver: (notice, signal) => this.#deliver(server(), name, notice, signal),
    };
  }

  #deliver(server: MortalServer, channel: string, notice: Notice, signal: AbortSignal) {
    const began = this.#time.now;
    const attempt: Try = {
      booking: notice.lead?.booking.id ?? 0,
      channel,
      server,
      began,
      isLost: false,
    };
    this.#witness.began(attempt);
    const { acceptedAfter, answeredAfter, failure } = this.#fate(attempt);
    // Data of a dead process may still arrive.
    const isSent = this.#chance.happens(0.5);
    if (!this.isHealed) this.#disturb(attempt);
    return new Promise<Receipt>((resolve, reject) => {
      signal.addEventListener('abort', () => {
        attempt.isLost = true;
        reject(new Error('aborted'));
      });
      if (acceptedAfter !== undefined)
        this.#time.at(began + acceptedAfter, () => {
          if (signal.aborted || (server.isDead && !isSent)) return;
          attempt.accepted = this.#time.now;
          if (failure !== undefined || server.isDead) attempt.isLost = true;
          this.#witness.accepted(attempt);
          if (!this.isHealed) server.sent();
        });
      if (answeredAfter === undefined) return;
      this.#time.at(began + answeredAfter, () =>
        server.run(() => {
          if (failure?.code === 'HTTP 410' && !signal.aborted) this.#witness.gone(attempt);
          if (failure === undefined) resolve({ answer: 'ok' });
          else reject(failure);
        }),
      );
    });
  }

  #fate(attempt: Try): Fate {
    const mode = this.modes.get(attempt.channel) ?? 'healthy';
    const soon = this.#chance.between(20, 2 * second);
    if (this.#witness.isPoisoned(attempt))
      return this.#chance.happens(0.2) ? {} : failing('HTTP 500', soon);
    if (mode === 'healthy') return { acceptedAfter: soon, answeredAfter: soon + 200 };
    if (mode === 'refusing') return failing('HTTP 500', soon);
    return mode === 'silent' ? {} : this.#flaky(soon);
  }

  #flaky(soon: number): Fate {
    const slow = this.#chance.between(second, 40 * second);
    const dice = this.#chance.between(1, 100);
    if (dice <= 30) return { acceptedAfter: slow, answeredAfter: slow + soon };
    // The recipient hangs up after the data, or never answers.
    if (dice <= 45) return { ...failing('HTTP 500', soon + 100), acceptedAfter: soon };
    if (dice <= 55) return { acceptedAfter: soon };
    if (dice <= 70) return failing('HTTP 500', slow);
    if (dice <= 85) return failing('HTTP 500', soon, this.#chance.between(second, 2 * hour));
    return dice <= 87 ? failing('HTTP 410', soon) : {};
  }
}

function failing(code: string, answeredAfter: number, retryAfter = 0): Fate {
  return { answeredAfter, failure: new DeliveryFailure(code, code, { retryAfter }) };
}

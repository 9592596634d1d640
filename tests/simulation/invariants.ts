import { channelNames } from '../../server/desk/delivery/channel.ts';
import type { MortalServer } from './mortal-server.ts';
import { type DeliveryRow, keyOf, type Row } from './observer.ts';
import { day, minute, second } from './virtual-time.ts';
import type { World } from './world.ts';

/** An attempt as the recipient sees it. */
export interface Attempt {
  booking: number;
  email: string;
  channel: string;
  server: MortalServer;
  began: number;
  /** Whether the recipient has received all of it. */
  isAccepted: boolean;
  /** Whether the answer was lost, so that the server does not know that it was accepted. */
  isLost: boolean;
  /** Whether the lease may have ended during the attempt, because the server was suspended. */
  leaseLost: boolean;
}

/** The known facts about the bookings with one address. */
export interface Visitor {
  email: string;
  /** The number of times that a booking was sent and acknowledged. */
  requested: number;
  acknowledged: number;
}

export const longestAttempt = 30 * second;

export const retentionDays = 2;

export const isSpam = (email: string) => email.startsWith('spam');

/** A poisoned booking fails at each attempt of one channel. */
export const isPoisoned = ({ email, channel }: Pick<Attempt, 'email' | 'channel'>) =>
  email.startsWith('poison') && channel === 'mail';

/** Checks every attempt and every committed row against the product's guarantees. */
export class Invariants {
  readonly visitors = new Map<string, Visitor>();
  /** People's requests, before they are in the database. */
  readonly eraseRequested = new Set<number>();
  readonly acceptRequested = new Set<number>();
  rows = new Map<number, Row>();
  deliveries: readonly DeliveryRow[] = [];
  readonly #attempts = new Map<string, Attempt[]>();
  /** Every row that was ever seen, with the time of the first look. */
  readonly #known = new Map<number, Row & { since: number; wasDelivered: boolean }>();
  /** The end of the last disturbance of servers or channels. */
  #disturbedUntil = 0;
  #version = '';
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  disturb(until = this.#world.time.now): void {
    this.#disturbedUntil = Math.max(this.#disturbedUntil, until);
  }

  suspended(server: MortalServer): void {
    this.disturb(server.stalledUntil);
    const longestAgo = this.#world.time.now - longestAttempt - 2 * minute;
    for (const attempt of [...this.#attempts.values()].flat())
      if (attempt.server === server && attempt.began > longestAgo) attempt.leaseLost = true;
  }

  /** A dead process has lost everything that it had not written. */
  died(server: MortalServer): void {
    const deliveries = this.#world.observer.deliveries();
    const done = new Set(deliveries.filter(({ state }) => state === 'done').map(({ key }) => key));
    for (const [key, attempts] of this.#attempts)
      for (const attempt of attempts)
        if (attempt.server === server && !done.has(key)) attempt.isLost = true;
    this.disturb();
  }

  began(attempt: Attempt): void {
    const { booking, channel, email, server } = attempt;
    const { observer, time } = this.#world;
    const key = keyOf(booking, channel);
    if (server.stalledUntil > time.now) attempt.leaseLost = true;
    this.#attempts.set(key, [...(this.#attempts.get(key) ?? []), attempt]);
    const row = observer.row(booking);
    const before = this.rows.get(booking);
    if (row === undefined && before === undefined)
      this.#break(`an erased booking is delivered: ${key}`);
    const isHeld = isSpam(email) && !this.acceptRequested.has(booking);
    if (isHeld || (row ?? before)?.state === 'quarantined')
      this.#break(`a quarantined booking is delivered: ${key}`);
    // A person may have erased the lead in the same step.
    if (row !== undefined && !observer.isLeased(booking, channel))
      this.#break(`an attempt began before its lease was on disk: ${key}`);
  }

  accepted(attempt: Attempt): void {
    const key = keyOf(attempt.booking, attempt.channel);
    const mayRepeat = ({ isLost, leaseLost }: Attempt) => isLost || leaseLost;
    const earlier = (this.#attempts.get(key) ?? []).some(
      (other) => other !== attempt && other.isAccepted && !mayRepeat(other),
    );
    if (earlier && !attempt.leaseLost)
      this.#break(`a channel receives a booking twice without a crash: ${key}`);
  }

  /** Checks the committed rows. */
  check(): void {
    const version = this.#world.observer.version();
    if (version !== this.#version) this.#read();
    this.#version = version;
  }

  #read(): void {
    const { observer, time } = this.#world;
    const before = this.rows;
    this.rows = new Map(observer.rows().map((row) => [row.id, row]));
    this.deliveries = observer.deliveries();
    for (const row of this.rows.values()) {
      const { since = time.now } = this.#known.get(row.id) ?? {};
      const own = this.deliveries.filter(({ booking }) => booking === row.id);
      const wasDelivered = own.length > 0 && own.every(({ state }) => state === 'done');
      this.#known.set(row.id, { ...row, since, wasDelivered });
      if (row.isDispatched && own.length !== channelNames.length)
        this.#break(`booking ${row.id} is dispatched without a channel`);
    }
    for (const id of before.keys()) if (!this.rows.has(id)) this.#checkErased(id);
    this.#checkStored();
    for (const { key, booking, state } of this.deliveries) {
      if (!this.rows.has(booking)) this.#break(`a delivery has no booking: ${key}`);
      if (state === 'done' && !this.#attempts.get(key)?.some(({ isAccepted }) => isAccepted))
        this.#break(`a delivery is done, but its channel received nothing: ${key}`);
    }
  }

  #checkStored(): void {
    const stored = new Map<string, number>();
    for (const { email, repeats } of this.#known.values())
      stored.set(email, (stored.get(email) ?? 0) + 1 + repeats);
    for (const { email, acknowledged, requested } of this.visitors.values()) {
      const count = stored.get(email) ?? 0;
      if (count < acknowledged) this.#break(`an acknowledged booking is not stored: ${email}`);
      if (count > requested) this.#break(`a booking is stored twice: ${email}`);
    }
  }

  #checkErased(id: number): void {
    const { state, since, wasDelivered } = this.#known.get(id) ?? { since: 0 };
    const age = this.#world.time.now - since;
    const isOld =
      (state === 'closed' && age >= retentionDays * day) ||
      (wasDelivered && age >= 2 * retentionDays * day);
    if (!this.eraseRequested.has(id) && !isOld) this.#break(`booking ${id} is gone`);
    if (!this.#world.observer.erased().has(id)) this.#break(`the erasure of ${id} is not recorded`);
  }

  /** A due delivery waits for no other delivery. Call this while a server is alive. */
  checkDelays(): void {
    const { time, clock } = this.#world;
    const calmFor = time.now - this.#disturbedUntil;
    const longest = longestAttempt + 2 * minute;
    if (calmFor <= longest) return;
    for (const { key, state, nextAt } of this.deliveries)
      if (state === 'pending' && clock() - nextAt > longest)
        this.#break(`a due delivery waits: ${key}`);
  }

  /** Checks the end state, after hours without faults. */
  checkEnd(): void {
    for (const { id, state, isDispatched } of this.rows.values())
      if (!isDispatched && state !== 'quarantined') this.#break(`booking ${id} waits forever`);
    for (const { key, booking, channel, state } of this.deliveries) {
      const { email = '' } = this.rows.get(booking) ?? {};
      if (state === 'pending' && !isPoisoned({ email, channel }))
        this.#break(`a delivery waits forever: ${key}`);
    }
  }

  #break(guarantee: string): void {
    this.#world.break(guarantee);
  }
}

import type { MortalServer } from './mortal-server.ts';
import { longestTry, type Network, type Try, type Witness } from './network.ts';
import { type DeliveryRow, keyOf, type Observer, type Row } from './observer.ts';
import { day, hour, minute, second, type VirtualTime } from './virtual-time.ts';

/** The known facts about the bookings with one address. */
export interface Visitor {
  name: string;
  company_name: string;
  email: string;
  isSpam: boolean;
  isPoisoned: boolean;
  /** The number of times that a booking was sent and acknowledged. */
  requested: number;
  acknowledged: number;
}

export const retentionDays = 2;

/** The channel at which a poisoned booking always fails. */
const poisonedChannel = 'mail';

/** The product's rules for dead deliveries. */
const leastAttempts = 10;

/** How long a due delivery of a healthy channel may wait while nothing else happens. */
const longestWait = minute;

/** Rows of other programs are found by a poll every five seconds. */
const longestUndispatched = 15 * second;

interface World {
  time: VirtualTime;
  /** The wall clock at virtual time 0. */
  offset: () => number;
  observer: Observer;
  network: () => Network;
  servers: () => readonly MortalServer[];
}

/** Checks every attempt and every committed row against the product's guarantees. */
export class Invariants implements Witness {
  /** The first broken guarantee. */
  violation: string | undefined;
  readonly visitors = new Map<string, Visitor>();
  readonly tries = new Map<string, Try[]>();
  /** People's requests, with their time, before they are in the database. */
  readonly eraseRequested = new Set<number>();
  readonly acceptRequested = new Map<number, number>();
  readonly replayRequested = new Map<string, number>();
  /** Acknowledged replays, which must send another notice. */
  readonly owed = new Map<string, number>();
  rows = new Map<number, Row>();
  deliveries = new Map<string, DeliveryRow>();
  /** The end of the last disturbance of servers, clocks or channels. */
  disturbedUntil = 0;
  readonly #changed = new Map<string, number>();
  /** The total change of the clock, in milliseconds. */
  #stepped = 0;
  readonly #gone = new Set<string>();
  readonly #known = new Map<number, Row & { since: number; wasDelivered: boolean }>();
  readonly #world: World;
  #version = '';

  constructor(world: World) {
    this.#world = world;
  }

  disturb(until = this.#world.time.now): void {
    this.disturbedUntil = Math.max(this.disturbedUntil, until);
  }

  /** The leases of running attempts may have ended. If no server is named, this applies to all servers. */
  loseLeases(server?: MortalServer): void {
    const longestAgo = this.#world.time.now - longestTry - 2 * minute;
    for (const attempt of [...this.tries.values()].flat())
      if (attempt.began > longestAgo && (server === undefined || attempt.server === server))
        attempt.leaseLost = true;
  }

  stepClock(by: number): void {
    this.#stepped += Math.abs(by);
    this.disturb();
    this.loseLeases();
  }

  changeMode(channel: string): void {
    this.#changed.set(channel, this.#world.time.now);
  }

  /** A dead process has lost everything that it had not written. */
  died(server: MortalServer): void {
    const states = new Map(this.#world.observer.deliveries().map((row) => [row.key, row.state]));
    for (const [key, tries] of this.tries)
      for (const attempt of tries)
        if (attempt.server === server && states.get(key) !== 'done') attempt.isLost = true;
    this.disturb();
  }

  isPoisoned({ booking, channel }: Try): boolean {
    const email = this.#known.get(booking)?.email ?? this.#world.observer.row(booking)?.email ?? '';
    return channel === poisonedChannel && (this.visitors.get(email)?.isPoisoned ?? false);
  }

  began(attempt: Try): void {
    const { booking, channel } = attempt;
    const key = keyOf(booking, channel);
    if (attempt.server.stalledUntil > attempt.began) attempt.leaseLost = true;
    this.tries.set(key, [...(this.tries.get(key) ?? []), attempt]);
    const before = this.rows.get(booking);
    const row = this.#world.observer.row(booking);
    if (row === undefined && before === undefined)
      this.#break(`an erased booking is delivered: ${key}`);
    const { email = '', state } = row ?? before ?? {};
    const isHeld = this.visitors.get(email)?.isSpam && !this.acceptRequested.has(booking);
    if (state === 'quarantined' || isHeld)
      this.#break(`a quarantined booking is delivered: ${key}`);
    // A person may have changed the lead in the same step.
    const isChanged = (this.replayRequested.get(key) ?? -1) >= attempt.began;
    if (row !== undefined && !isChanged && !this.#world.observer.isLeased(booking, channel))
      this.#break(`an attempt began before its lease was on disk: ${key}`);
  }

  accepted(attempt: Try): void {
    const key = keyOf(attempt.booking, attempt.channel);
    const replayed = this.replayRequested.get(key) ?? -1;
    const mayPrecede = ({ leaseLost, began }: Try) => leaseLost || began <= replayed;
    const earlier = (this.tries.get(key) ?? []).some(
      (other) =>
        other !== attempt && other.accepted !== undefined && !other.isLost && !mayPrecede(other),
    );
    if (earlier && !mayPrecede(attempt))
      this.#break(`a channel receives a booking twice without a crash: ${key}`);
    if ((this.owed.get(key) ?? Number.POSITIVE_INFINITY) <= attempt.began) this.owed.delete(key);
  }

  gone(attempt: Try): void {
    this.#gone.add(keyOf(attempt.booking, attempt.channel));
  }

  /** Checks the committed rows. */
  check(): void {
    const version = this.#world.observer.version();
    if (version !== this.#version) this.#read();
    this.#version = version;
    this.#checkWaiting();
  }

  /** Reads all rows, including the observer's own. */
  #read(): void {
    const { observer, time } = this.#world;
    const before = this.rows;
    this.rows = new Map(observer.rows().map((row) => [row.id, row]));
    const deliveries = observer.deliveries();
    for (const row of this.rows.values()) {
      const { since = time.now } = this.#known.get(row.id) ?? {};
      const own = deliveries.filter(({ booking }) => booking === row.id);
      const wasDelivered = own.length > 0 && own.every(({ state }) => state === 'done');
      this.#known.set(row.id, { ...row, since, wasDelivered });
      if (row.isDispatched && !before.get(row.id)?.isDispatched) this.#checkDispatch(row, own);
    }
    for (const { id } of before.values()) if (!this.rows.has(id)) this.#checkErased(id);
    this.#checkStored();
    for (const delivery of deliveries) {
      const { key, state } = delivery;
      if (!this.rows.has(delivery.booking)) this.#break(`a delivery has no booking: ${key}`);
      if (state === 'dead' && this.deliveries.get(key)?.state !== 'dead') this.#checkDead(delivery);
      if (state === 'done' && !this.tries.get(key)?.some(({ accepted }) => accepted !== undefined))
        this.#break(`a delivery is done, but its channel received nothing: ${key}`);
    }
    this.deliveries = new Map(deliveries.map((delivery) => [delivery.key, delivery]));
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
    const age = this.#world.time.now - since + this.#stepped;
    const isOld =
      (state === 'closed' && age >= retentionDays * day) ||
      (wasDelivered && age >= 2 * retentionDays * day);
    if (!this.eraseRequested.has(id) && !isOld) this.#break(`booking ${id} is gone`);
    if (!this.#world.observer.erased().has(id)) this.#break(`the erasure of ${id} is not recorded`);
  }

  #checkDispatch(row: Row, deliveries: readonly DeliveryRow[]): void {
    for (const channel of ['mail', 'webhook', 'chat'])
      if (!deliveries.some((delivery) => delivery.channel === channel))
        this.#break(`booking ${row.id} is dispatched without ${channel}`);
  }

  #checkDead({ key, attempts, giveUpAt }: DeliveryRow): void {
    const isOver = giveUpAt <= this.#world.time.now + this.#world.offset() + this.#stepped;
    if (!(attempts >= leastAttempts && isOver) && !this.#gone.has(key))
      this.#break(`a delivery is dead before its time: ${key}`);
  }

  #checkWaiting(): void {
    const { time, servers, offset, network } = this.#world;
    const isServed = (channel: string) =>
      servers().some(({ isDead, names }) => !isDead && names.some((name) => name === channel));
    const changedAt = (channel: string) => this.#changed.get(channel) ?? 0;
    const areHealthy = [...network().modes.values()].every((mode) => mode === 'healthy');
    // An earlier attempt can last this long.
    const calmSince =
      Math.max(this.disturbedUntil, ...[...this.#changed.values()]) + longestTry + minute;
    for (const { key, channel, state, attempts, nextAt } of this.deliveries.values()) {
      if (state !== 'pending' || !isServed(channel)) continue;
      const due = nextAt - offset();
      if (areHealthy && time.now - Math.max(due, calmSince) > longestWait)
        this.#break(`a delivery waits while its channel is healthy: ${key}`);
      if (attempts > 0 || network().modes.get(channel) !== 'healthy') continue;
      const since = Math.max(due, this.disturbedUntil, changedAt(channel));
      if (time.now - since > longestTry + 2 * minute)
        this.#break(`a delivery is delayed by others: ${key}`);
    }
    for (const { id, isDispatched, state } of this.rows.values()) {
      if (isDispatched || state === 'quarantined' || servers().every(({ isDead }) => isDead))
        continue;
      const since = Math.max(this.#undispatchedSince(id), this.disturbedUntil);
      if (time.now - since > longestUndispatched) this.#break(`booking ${id} is not dispatched`);
    }
  }

  #undispatchedSince(id: number): number {
    return Math.max(this.#known.get(id)?.since ?? 0, this.acceptRequested.get(id) ?? 0);
  }

  /** Checks the end state, after hours without faults. */
  checkEnd(): void {
    for (const { id, state, isDispatched } of this.rows.values())
      if (!isDispatched && state !== 'quarantined') this.#break(`booking ${id} waits forever`);
    const now = this.#world.time.now + this.#world.offset();
    for (const { key, booking, channel, state, giveUpAt, attempts } of this.deliveries.values()) {
      const visitor = this.visitors.get(this.rows.get(booking)?.email ?? '');
      const isPoisoned = channel === poisonedChannel && visitor?.isPoisoned;
      const isLate = !isPoisoned || (attempts >= leastAttempts && giveUpAt + 2 * hour < now);
      if (state === 'pending' && isLate) this.#break(`a delivery waits forever: ${key}`);
      if (state === 'done' && this.owed.has(key)) this.#break(`a replay is forgotten: ${key}`);
    }
  }

  #break(invariant: string): void {
    this.violation ??= invariant;
  }
}

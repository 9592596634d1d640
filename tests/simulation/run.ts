import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { channelNames } from '../../server/desk/delivery/channel.ts';
import { eraseOld } from '../../server/desk/leads/retention.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { databasesFolder } from '../support/memory.ts';
import { type Attempt, Invariants, retentionDays } from './invariants.ts';
import { MortalServer } from './mortal-server.ts';
import { type Mode, Network } from './network.ts';
import { createPeople } from './people.ts';
import { day, hour, minute, second, settle, VirtualTime } from './virtual-time.ts';
import { clockOf, World } from './world.ts';

export interface Run {
  seed: number;
  steps: number;
  /** The events, with the virtual day and hour. */
  notes: readonly string[];
  /** The guarantee that was broken after the last step. Undefined: none was broken. */
  broken: string | undefined;
}

/** The length of the part with people, faults and crashes, and of the healthy part after it. */
const eventful = 7 * day;
const healthy = 12 * hour;

const pollInterval = second;

const log = pino({ level: 'silent' });

/** Simulates a week on a new database, and removes it. */
export async function simulate(seed: number): Promise<Run> {
  const folder = mkdtempSync(path.join(databasesFolder(), 'lodemark-simulation-'));
  const time = new VirtualTime();
  try {
    await (await openSqlite({ folder, now: clockOf(time) })).close();
    return await simulateIn(new World(folder, time, seed), seed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function simulateIn(world: World, seed: number): Promise<Run> {
  const { chance, time, observer } = world;
  const live = new Map<number, MortalServer>();
  const buried: MortalServer[] = [];
  const toStart: number[] = [];
  const retaining = new Set<MortalServer>();
  const invariants = new Invariants(world);
  const network = new Network(world, invariants, interfere);
  const alive = () => [...live.values()].filter(({ isDead }) => !isDead);
  const running = () => alive().filter(({ stalledUntil }) => stalledUntil <= time.now);
  const people = createPeople(world, invariants, running);
  const outside = {
    channel: network.channel.bind(network),
    died(server: MortalServer) {
      world.note(`server ${server.number} dies`);
      invariants.died(server);
      buried.push(server);
      const longest = chance.pick([minute, hour, day]) ?? 0;
      const wait = world.isHealed ? 0 : chance.between(second, longest);
      time.at(time.now + wait, () => toStart.push(server.number));
    },
  };

  /** During an attempt, suspends its server, or lets a person erase its booking. */
  function interfere({ server, booking }: Attempt): void {
    const dice = chance.between(1, 100);
    if (dice <= 3) {
      world.note(`server ${server.number} is suspended`);
      server.stalledUntil = time.now + chance.between(second, 20 * minute);
      invariants.suspended(server);
    } else if (dice <= 6)
      time.at(time.now + chance.between(1, 10 * second), () => people.erase(booking));
  }

  async function startServer(number: number): Promise<void> {
    const server = await MortalServer.start(world, number, outside);
    world.note(`server ${number} starts`);
    live.set(number, server);
    invariants.disturb();
    if (!world.isHealed && chance.happens(0.7)) server.statementsLeft = chance.between(0, 400);
    server.poll();
  }

  const somewhen = (work: () => void) => time.at(chance.between(0, eventful), work);

  function planEvents(): void {
    for (let count = chance.between(3, 6); count > 0; count -= 1) somewhen(() => people.visit());
    // Most runs leave this out, because hourly attempts over days take most of the time.
    if (chance.happens(0.15)) somewhen(() => people.visit('poison'));
    for (let count = chance.between(5, 10); count > 0; count -= 1) somewhen(people.work);
    for (const channel of channelNames)
      for (let count = 2; count > 0; count -= 1) somewhen(() => disturb(channel));
    for (let at = hour; at < eventful; at += 2 * day) time.at(at, retain);
    time.at(eventful, heal);
  }

  function disturb(channel: string): void {
    setMode(channel, chance.pick<Mode>(['flaky', 'flaky', 'refusing', 'silent']) ?? 'flaky');
    const length = chance.happens(0.06) ? 4 * day : (chance.pick([hour, 3 * hour, 12 * hour]) ?? 0);
    time.at(time.now + chance.between(minute, length), () => setMode(channel, 'healthy'));
  }

  function setMode(channel: string, mode: Mode): void {
    world.note(`${channel} is ${mode}`);
    network.modes.set(channel, mode);
    invariants.disturb();
  }

  function retain(): void {
    const server = chance.pick(running());
    if (server === undefined) return;
    const { signal } = world.over;
    const context = { store: server.store, log, config: { dataFolder: world.folder } };
    // It writes a real file, which can take any time.
    retaining.add(server);
    eraseOld(context, retentionDays, signal)
      .catch(world.failed)
      .finally(() => retaining.delete(server));
  }

  function heal(): void {
    world.note('everything is healthy');
    world.isHealed = true;
    for (const channel of channelNames) setMode(channel, 'healthy');
    for (const server of live.values()) {
      server.statementsLeft = Number.POSITIVE_INFINITY;
      if (server.isDead) toStart.push(server.number);
    }
  }

  let cancelPoll = () => {};

  /** Polls that find nothing are left out. */
  function planPoll(): void {
    cancelPoll();
    const waits = [...invariants.rows.values()].some(
      ({ isDispatched, state }) => !isDispatched && state !== 'quarantined',
    );
    const pending = invariants.deliveries.filter(({ state }) => state === 'pending');
    const dueIn = Math.min(...pending.map(({ nextAt }) => nextAt)) - world.clock();
    const polls = alive().map((server) => {
      const dispatches = waits && !server.busy.has('dispatch');
      const dueAt = server.busy.has('deliver') ? Number.POSITIVE_INFINITY : time.now + dueIn;
      const earliest = Math.max(server.polledAt + pollInterval, server.stalledUntil);
      return { server, at: Math.max(dispatches ? time.now : dueAt, earliest) };
    });
    const next = Math.min(...polls.map(({ at }) => at));
    if (next === Number.POSITIVE_INFINITY) return;
    cancelPoll = time.at(next, () => {
      for (const { server, at } of polls) if (at === next) server.run(() => server.poll());
    });
  }

  /** Starts servers when everything else has ended, because opening real files can take any time. */
  async function settled(): Promise<void> {
    const pending = () =>
      [...live.values(), ...buried].reduce((sum, server) => sum + server.pending, 0) +
      [...retaining].filter(({ isDead }) => !isDead).length;
    await settle(pending);
    for (const number of toStart.splice(0)) {
      if (live.get(number)?.isDead === false) continue;
      await startServer(number);
      await settle(pending);
    }
    for (const server of buried.splice(0)) await server.close();
  }

  let steps = 0;
  planEvents();
  toStart.push(0);
  if (chance.happens(0.6)) toStart.push(1);
  do {
    await settled();
    steps += 1;
    invariants.check();
    if (alive().length > 0) invariants.checkDelays();
    planPoll();
  } while (!world.broken && time.advance(eventful + healthy));
  if (!world.broken) invariants.checkEnd();
  for (const server of alive()) await server.close();
  observer.close();
  world.over.abort();
  return { seed, steps, notes: world.notes, broken: world.broken };
}

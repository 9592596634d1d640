import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { ChannelName } from '../../server/desk/delivery/channel.ts';
import { eraseOld } from '../../server/desk/leads/retention.ts';
import { messageOf } from '../../server/errors.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { databasesFolder } from '../support/memory.ts';
import { createChance } from './chance.ts';
import { Invariants, retentionDays } from './invariants.ts';
import { type Machine, MortalServer } from './mortal-server.ts';
import { type Mode, Network, type Try } from './network.ts';
import { openObserver } from './observer.ts';
import { createPeople } from './people.ts';
import { day, hour, minute, second, settle, VirtualTime } from './virtual-time.ts';

export interface Run {
  seed: number;
  steps: number;
  /** The events, with the virtual day and hour. */
  notes: readonly string[];
  /** The guarantee that was broken after the last step. Undefined: none was broken. */
  broken: string | undefined;
}

/** The channels of both servers. */
const channels: readonly ChannelName[] = ['mail', 'webhook', 'chat'];

/** The length of the part with people, faults and crashes, and of the healthy part after it. */
const eventful = 7 * day;
const healthy = 12 * hour;

const pollInterval = second;

/** 2026-01-01. */
const start = 1_767_225_600_000;

const log = pino({ level: 'silent' });

/** Simulates a week on a new database, and removes it. */
export async function simulate(seed: number): Promise<Run> {
  const folder = mkdtempSync(path.join(databasesFolder(), 'lodemark-simulation-'));
  try {
    return await simulateIn(folder, seed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function simulateIn(folder: string, seed: number): Promise<Run> {
  const chance = createChance(seed);
  const time = new VirtualTime();
  const notes: string[] = [];
  const live = new Map<number, MortalServer>();
  const buried: MortalServer[] = [];
  const toStart: number[] = [];
  const retaining = new Set<MortalServer>();
  let offset = start;
  let fault: string | undefined;
  let steps = 0;
  const clock = () => time.now + offset;
  // Created before the observer looks.
  await (await openSqlite({ folder, now: clock })).close();
  const observer = openObserver(folder, clock);
  const world = {
    time,
    observer,
    offset: () => offset,
    network: () => network,
    servers: () => [...live.values()],
  };
  const invariants = new Invariants(world);
  const network: Network = new Network(time, chance, invariants, interfere);
  const failed = (error: unknown) => {
    fault ??= `an operation failed: ${messageOf(error)}`;
  };
  const note = (text: string) => {
    const days = Math.floor(time.now / day);
    notes.push(`day ${days}, ${((time.now % day) / hour).toFixed(4)} h: ${text}`);
  };
  const over = new AbortController();
  const machine: Machine = {
    over: over.signal,
    time,
    chance,
    folder,
    clock,
    failed,
    died(server) {
      note(`server ${server.number} dies`);
      invariants.died(server);
      buried.push(server);
      const wait = network.isHealed
        ? 0
        : chance.between(second, chance.pick([minute, hour, day]) ?? 0);
      time.at(time.now + wait, () => toStart.push(server.number));
    },
  };

  /** During an attempt, suspends its server, or lets a person change its booking. */
  function interfere({ server, booking }: Try): void {
    const dice = chance.between(1, 100);
    if (dice <= 3) {
      note(`server ${server.number} is suspended`);
      server.stalledUntil = time.now + chance.between(second, 20 * minute);
      invariants.disturb(server.stalledUntil);
      invariants.loseLeases(server);
    } else if (dice <= 11)
      time.at(time.now + chance.between(1, 10 * second), () => people.interrupt(booking));
  }

  async function startServer(number: number): Promise<void> {
    const server = await MortalServer.start(machine, number, (self) =>
      channels.map((name) => network.channel(name, self)),
    );
    note(`server ${number} starts`);
    live.set(number, server);
    invariants.disturb();
    if (!network.isHealed && chance.happens(0.6)) server.statementsLeft = chance.between(0, 400);
    if (!network.isHealed && chance.happens(0.4)) server.noticesLeft = chance.between(0, 15);
    server.poll();
  }

  const running = () =>
    [...live.values()].filter(({ isDead, stalledUntil }) => !isDead && stalledUntil <= time.now);
  const people = createPeople({
    time,
    chance,
    observer,
    invariants,
    servers: running,
    failed,
    note,
  });
  const somewhen = (work: () => void) => time.at(chance.between(0, eventful), work);

  function planEvents(): void {
    for (let count = chance.between(3, 6); count > 0; count -= 1) somewhen(() => people.visit());
    // Some runs leave this out, because hourly attempts over days take most of the time.
    if (chance.happens(0.15)) somewhen(() => people.visit(true));
    for (let count = chance.between(5, 10); count > 0; count -= 1) somewhen(people.work);
    for (let count = chance.between(0, 2); count > 0; count -= 1) somewhen(setClock);
    for (const channel of channels) {
      network.modes.set(channel, 'healthy');
      for (let count = 2; count > 0; count -= 1) somewhen(() => disturb(channel));
    }
    for (let at = hour; at < eventful; at += 2 * day) time.at(at, retain);
  }

  function setClock(): void {
    const size = chance.pick([second, 3 * minute, 2 * hour, 4 * day]) ?? 0;
    const by = chance.happens(0.5) ? size : -size;
    note(`the clock is set by ${by / second} s`);
    offset += by;
    invariants.stepClock(by);
  }

  function disturb(channel: string): void {
    setMode(channel, chance.pick<Mode>(['flaky', 'flaky', 'refusing', 'silent']) ?? 'flaky');
    const length = chance.happens(0.06)
      ? 4 * day
      : (chance.pick([hour, 3 * hour, 12 * hour]) ?? hour);
    time.at(time.now + chance.between(minute, length), () => setMode(channel, 'healthy'));
  }

  function setMode(channel: string, mode: Mode): void {
    note(`${channel} is ${mode}`);
    network.modes.set(channel, mode);
    invariants.changeMode(channel);
  }

  function retain(): void {
    const server = chance.pick(running());
    if (server === undefined) return;
    const { signal } = new AbortController();
    const context = { store: server.store, log, config: { dataFolder: folder } };
    // It writes a real file, which can take any time.
    retaining.add(server);
    eraseOld(context, retentionDays, signal)
      .catch(failed)
      .finally(() => retaining.delete(server));
  }

  function heal(): void {
    note('everything is healthy');
    network.isHealed = true;
    for (const channel of network.modes.keys()) setMode(channel, 'healthy');
    for (const server of live.values()) {
      server.statementsLeft = Number.POSITIVE_INFINITY;
      server.noticesLeft = Number.POSITIVE_INFINITY;
      if (server.isDead) toStart.push(server.number);
    }
  }

  let cancelPoll = () => {};

  /** Polls that find nothing are left out. */
  function planPoll(): void {
    cancelPoll();
    const rows = [...invariants.rows.values()];
    const isUndispatched = rows.some((row) => !row.isDispatched && row.state !== 'quarantined');
    const dueAt = (server: MortalServer) => {
      if (server.isDead) return Number.POSITIVE_INFINITY;
      const times = isUndispatched && !server.isDispatching ? [time.now] : [];
      if (!server.isDelivering)
        for (const { state, channel, nextAt } of invariants.deliveries.values())
          if (state === 'pending' && server.names.some((name) => name === channel))
            times.push(nextAt > clock() + 90 * minute ? time.now : nextAt - offset);
      return Math.max(Math.min(...times), server.polledAt + pollInterval, server.stalledUntil);
    };
    const due = [...live.values()].map((server) => ({ server, at: dueAt(server) }));
    const next = Math.min(...due.map(({ at }) => at));
    if (next === Number.POSITIVE_INFINITY) return;
    cancelPoll = time.at(next, () => {
      for (const { server, at } of due)
        if (at === next) server.run(() => server.poll(isUndispatched, dueChannels()));
    });
  }

  function dueChannels(): string[] {
    return [...invariants.deliveries.values()]
      .filter(({ state }) => state === 'pending')
      .filter(({ nextAt }) => nextAt <= clock() || nextAt > clock() + 90 * minute)
      .map(({ channel }) => channel);
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

  planEvents();
  toStart.push(0);
  if (chance.happens(0.6)) toStart.push(1);
  time.at(eventful, heal);
  do {
    await settled();
    steps += 1;
    invariants.check();
    planPoll();
  } while (!fault && !invariants.violation && time.advance(eventful + healthy));
  if (!fault && !invariants.violation) invariants.checkEnd();
  for (const server of live.values()) if (!server.isDead) await server.close();
  observer.close();
  over.abort();
  return { seed, steps, notes, broken: fault ?? invariants.violation };
}

import { messageOf } from '../../server/errors.ts';
import { type Chance, createChance } from './chance.ts';
import { type Observer, openObserver } from './observer.ts';
import { day, hour, type VirtualTime } from './virtual-time.ts';

/** 2026-01-01. */
const start = 1_767_225_600_000;

/** The wall clock of all programs, in milliseconds since 1970. */
export const clockOf = (time: VirtualTime) => () => start + time.now;

/** The parts of a run that all files share. */
export class World {
  readonly chance: Chance;
  readonly time: VirtualTime;
  readonly folder: string;
  readonly clock: () => number;
  readonly observer: Observer;
  /** The events, with the virtual day and hour. */
  readonly notes: string[] = [];
  /** The first broken guarantee or failed operation. */
  broken: string | undefined;
  /** Whether everything is healthy for the rest of the run. No server is then suspended or killed. */
  isHealed = false;
  /** Aborted after the run. Otherwise endless attempts would stay in memory. */
  readonly over = new AbortController();

  /** `folder` has a database. */
  constructor(folder: string, time: VirtualTime, seed: number) {
    this.chance = createChance(seed);
    this.time = time;
    this.folder = folder;
    this.clock = clockOf(time);
    this.observer = openObserver(folder, this.clock);
  }

  note(text: string): void {
    const { now } = this.time;
    this.notes.push(`day ${Math.floor(now / day)}, ${((now % day) / hour).toFixed(4)} h: ${text}`);
  }

  break(guarantee: string): void {
    this.broken ??= guarantee;
  }

  readonly failed = (error: unknown): void => {
    this.break(`an operation failed: ${messageOf(error)}`);
  };
}

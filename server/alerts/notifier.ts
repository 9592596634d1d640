import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { messageOf } from '../store/store.ts';
import { type AlertChannel, type AlertKind, alertKinds, headlineOf } from './alert-channels.ts';

/** Sentences for what is wrong by what each is about, null for what is well. What nobody can know now is left out. */
export type Troubles = Partial<Record<AlertKind, Readonly<Record<string, string>> | null>>;

/** How long a database may be in trouble that only starts again, in milliseconds. */
const briefTrouble = 45_000;

/** How long a channel may take, in milliseconds. */
const sendTimeout = 20_000;

/**
 * Tells of each trouble once, again when there is more of its kind, and once when it is over; of the
 * database when a later look finds it too. Two programs at once may both tell. What was told is in a
 * file in DATA_DIR, empty on a full disk; where none can be made, this process remembers it. What no
 * channel takes is tried again at the next look. Gives what was told, and what failed by which channel.
 */
export function createNotifier(
  { dataFolder, databaseUrl }: Config,
  channels: readonly AlertChannel[],
) {
  const marker = (kind: AlertKind) => path.join(dataFolder, `${kind}.alert`);
  const firstSeen = path.join(dataFolder, 'database.trouble');
  const unwritten = new Map<AlertKind, string[] | undefined>();

  function write(file: string, text: string): void {
    // Beside a database server nothing else needs the folder.
    if (databaseUrl !== undefined) mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
  }

  /** False too where it cannot be remembered when the trouble began. */
  function isBrief(trouble: object | null | undefined): boolean {
    return orElse(false, () => {
      if (!trouble) rmSync(firstSeen, { force: true });
      else if (!existsSync(firstSeen)) write(firstSeen, '');
      return Boolean(trouble) && Date.now() - statSync(firstSeen).mtimeMs < briefTrouble;
    });
  }

  function remember(kind: AlertKind, told: string[] | undefined): void {
    const isWritten = orElse(false, () => {
      if (told) write(marker(kind), told.join('\n'));
      else rmSync(marker(kind), { force: true });
      return true;
    });
    if (isWritten) unwritten.delete(kind);
    else unwritten.set(kind, told);
  }

  function toldOf(kind: AlertKind): string[] | undefined {
    if (unwritten.has(kind)) return unwritten.get(kind);
    return orElse(undefined, () => readFileSync(marker(kind), 'utf8').split('\n').filter(Boolean));
  }

  /** Whether the sentences are about nothing else than what was told. */
  function isKnown(kind: AlertKind, trouble: object | null): boolean {
    const told = toldOf(kind);
    if (trouble === null) return told === undefined;
    if (told === undefined) return false;
    return told.length === 0 || Object.keys(trouble).every((what) => told.includes(what));
  }

  return async (found: Troubles, stop: AbortSignal = new AbortController().signal) => {
    const { database, ...others } = found;
    const troubles: Troubles = isBrief(database) ? others : found;
    const told: string[] = [];
    const failures: string[] = [];
    for (const kind of alertKinds) {
      const about = troubles[kind];
      if (about === undefined || isKnown(kind, about)) continue;
      const alert = { kind, trouble: about && Object.values(about).join('. ') };
      const signal = AbortSignal.any([stop, AbortSignal.timeout(sendTimeout)]);
      const sent = channels.map(({ name, send }) =>
        send(alert, signal).then(
          () => [name],
          (error) => {
            failures.push(`by ${name}: ${messageOf(error)}`);
            return [];
          },
        ),
      );
      const names = (await Promise.all(sent)).flat();
      if (names.length === 0) continue;
      remember(kind, about ? Object.keys(about) : undefined);
      told.push(`${headlineOf(alert)}, by ${names.join(' and ')}`);
    }
    return { told, failures };
  };
}

/** What the work gives, or `otherwise` where the folder cannot be read or written. */
function orElse<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

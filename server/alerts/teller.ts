import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { messageOf } from '../store/store.ts';
import { type AlertKind, type AlertWay, alertKinds, headlineOf } from './ways.ts';

/** A sentence for what is wrong, null for what is well. What nobody can know now is left out. */
export type Troubles = Partial<Record<AlertKind, string | null>>;

/** After how long a program that holds the lock has crashed, in milliseconds. */
const lockLifetime = 120_000;

/** How long a way may take, in milliseconds. */
const sendTimeout = 20_000;

/**
 * Tells of each trouble once, and once when it is over, whichever program finds it. What was told is
 * an empty file in DATA_DIR, which also a full disk takes; where none can be made, this process
 * remembers it. What goes out by no way at all is tried again at the next look. Gives what was told,
 * and what failed by which way.
 */
export function createTeller({ dataFolder, databaseUrl }: Config, ways: readonly AlertWay[]) {
  const lock = path.join(dataFolder, 'alerts.lock');
  const marker = (kind: AlertKind) => path.join(dataFolder, `${kind}.alert`);
  const unwritten = new Map<AlertKind, boolean>();

  function remember(kind: AlertKind, told: boolean): void {
    try {
      // Beside a database server nothing else needs the folder.
      if (databaseUrl !== undefined) mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
      if (told) writeFileSync(marker(kind), '', { mode: 0o600 });
      else rmSync(marker(kind), { force: true });
      unwritten.delete(kind);
    } catch {
      unwritten.set(kind, told);
    }
  }

  return async (troubles: Troubles, stop: AbortSignal = new AbortController().signal) => {
    const told: string[] = [];
    const failures: string[] = [];
    const changed = () =>
      alertKinds.flatMap((kind) => {
        const trouble = troubles[kind];
        const wasTold = unwritten.get(kind) ?? existsSync(marker(kind));
        return trouble === undefined || (trouble !== null) === wasTold ? [] : [{ kind, trouble }];
      });
    if (changed().length === 0 || !acquire(lock)) return { told, failures };
    // Again under the lock: another program may have told it.
    for (const alert of changed()) {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(sendTimeout)]);
      const sent = ways.map(({ name, send }) =>
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
      remember(alert.kind, alert.trouble !== null);
      told.push(`${headlineOf(alert)}, by ${names.join(' and ')}`);
    }
    rmSync(lock, { force: true });
    return { told, failures };
  };
}

/** False while another program tells. Where the folder cannot be written nobody else can remember either. */
function acquire(lock: string): boolean {
  try {
    const held = statSync(lock, { throwIfNoEntry: false });
    if (held && Date.now() - held.mtimeMs > lockLifetime) rmSync(lock, { force: true });
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
  }
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { CountAnswer, LeadRow } from './api.ts';
import { ask, Refused } from './server.ts';
import { counted, texts } from './texts.ts';

/** What happens to several leads, and cannot be undone once it has. */
export interface Removal {
  action: 'erase' | 'accept';
  ids: readonly number[];
}

/** In milliseconds. */
const undoFor = 10_000;

interface UndoOptions {
  /** Announces. */
  say(text: string): void;
  onDone(removal: Removal): void;
  onFailed(message: string): void;
  /** The inbox was left while one waited: it did not happen. */
  onLost(): void;
}

/** Erases and accepts leads ten seconds after it was asked for, unless it is undone. */
export function useUndo({ say, onDone, onFailed, onLost }: UndoOptions) {
  const [waiting, setWaiting] = useState<Removal>();
  /** While the pointer or the focus is on the bar, the time stands still. */
  const [isHeld, setHeld] = useState(false);
  /** Those that wait, are under way, or are done: their leads are not shown. */
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const forget = (removal: Removal) => setRemovals((all) => all.filter((one) => one !== removal));

  function start(removal: Removal) {
    if (waiting) void finish(waiting);
    setHeld(false);
    setWaiting(removal);
    setRemovals((all) => [...all, removal]);
    say(counted(removal.ids.length, messages[removal.action].waiting));
  }

  function undo() {
    if (!waiting) return;
    forget(waiting);
    setWaiting(undefined);
    say(texts.actions.undone);
  }

  const finish = useEffectEvent(async (removal: Removal) => {
    setWaiting((now) => (now === removal ? undefined : now));
    const { done, failed } = messages[removal.action];
    try {
      const { count } = await ask<CountAnswer>(removal.action, { ids: [...removal.ids] });
      say(counted(count, done));
      onDone(removal);
    } catch (error) {
      forget(removal);
      if (error instanceof Refused && error.status === 401) onLost();
      else onFailed(failed);
    }
  });

  useEffect(() => {
    if (!waiting || isHeld) return;
    const timer = setTimeout(() => finish(waiting), undoFor);
    return () => clearTimeout(timer);
  }, [waiting, isHeld]);

  const leave = useEffectEvent(() => {
    if (waiting) onLost();
  });
  useEffect(() => leave, []);

  useEffect(() => {
    if (!waiting) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [waiting]);

  const isShown = ({ id, folder }: LeadRow) =>
    !removals.some(
      ({ action, ids }) => ids.includes(id) && (action === 'erase' || folder === 'quarantined'),
    );
  const bar = waiting && (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the time
    <div
      className="undo"
      data-held={isHeld || undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{counted(waiting.ids.length, messages[waiting.action].waiting)}</span>
      <button type="button" onClick={undo}>
        {texts.actions.undo}
      </button>
    </div>
  );
  return { start, undo, isShown, bar };
}

const { erasing, accepting, erased, accepted, notErased, notAccepted } = texts.actions;

const messages = {
  erase: { waiting: erasing, done: erased, failed: notErased },
  accept: { waiting: accepting, done: accepted, failed: notAccepted },
};

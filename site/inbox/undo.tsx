import { useEffect, useEffectEvent, useState } from 'react';
import type { CountAnswer, LeadVersions } from './api.ts';
import { useLeaveWarning } from './place.ts';
import { ask, failureOf } from './server.ts';
import { counted, texts } from './texts.ts';

/** What happens to several leads, and cannot be undone once it has. */
export interface Removal extends LeadVersions {
  action: 'erase' | 'accept';
  ids: number[];
}

/** In milliseconds. */
const undoFor = 10_000;

const { erasing, accepting, erased, accepted, notErased, notAccepted } = texts.actions;

export const removalTexts = {
  erase: { waiting: erasing, done: erased, failed: notErased },
  accept: { waiting: accepting, done: accepted, failed: notAccepted },
};

interface UndoProps extends Removal {
  onUndo(): void;
  onDone(said: string): void;
  onFailed(said: string): void;
}

/** Erases or accepts leads ten seconds after it is first shown, unless it is undone, or gone. */
export function Undo({ action, ids, leads, onUndo, onDone, onFailed }: UndoProps) {
  const [isSent, setSent] = useState(false);
  const { waiting, done, failed } = removalTexts[action];
  useLeaveWarning(!isSent);
  const send = useEffectEvent(async () => {
    setSent(true);
    await ask<CountAnswer>(action, action === 'erase' ? { leads } : { ids }).then(
      ({ count }) => onDone(counted(count, done)),
      (error) => onFailed(failureOf(error, failed)),
    );
  });
  useEffect(() => {
    const timer = setTimeout(() => send(), undoFor);
    return () => clearTimeout(timer);
  }, []);
  if (isSent) return null;
  return (
    <p className="undo">
      {counted(ids.length, waiting)}
      <button type="button" className="quiet" aria-keyshortcuts="z" onClick={onUndo}>
        {texts.actions.undo}
      </button>
    </p>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { LeadRow } from './api.ts';
import { useLeaveWarning } from './route.ts';
import { counted, texts } from './texts.ts';

/** What happens to several leads, and cannot be undone once it has. */
export interface PendingAction {
  action: 'erase' | 'accept';
  leads: readonly LeadRow[];
}

/** In milliseconds. */
const undoFor = 10_000;

const { erasing, accepting, erased, accepted, notErased, notAccepted } = texts.actions;

export const pendingTexts = {
  erase: { waiting: erasing, done: erased, failed: notErased },
  accept: { waiting: accepting, done: accepted, failed: notAccepted },
};

interface UndoProps extends PendingAction {
  onUndo(): void;
  onDue(): void;
}

/** Says what will happen, and is due ten seconds after it is first shown, unless it is undone, or gone. */
export function Undo({ action, leads, onUndo, onDue }: UndoProps) {
  const [isDue, setDue] = useState(false);
  useLeaveWarning(!isDue);
  const send = useEffectEvent(() => {
    setDue(true);
    onDue();
  });
  useEffect(() => {
    const timer = setTimeout(() => send(), undoFor);
    return () => clearTimeout(timer);
  }, []);
  if (isDue) return null;
  return (
    <p className="undo">
      {counted(leads.length, pendingTexts[action].waiting)}
      <button type="button" className="quiet" aria-keyshortcuts="z" onClick={onUndo}>
        {texts.actions.undo}
      </button>
    </p>
  );
}

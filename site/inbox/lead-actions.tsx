import type { LeadFolder } from './api.ts';
import type { Folder } from './route.ts';
import { texts } from './texts.ts';
import type { PendingAction } from './undo.tsx';

export type State = Exclude<LeadFolder, 'quarantined'>;

const { actions } = texts;

const states = {
  contacted: { text: actions.contacted, key: 'c' },
  closed: { text: actions.close, key: 'e' },
  new: { text: actions.reopen, key: undefined },
};

const nextOf: Record<Folder, readonly State[]> = {
  new: ['contacted', 'closed'],
  contacted: ['closed', 'new'],
  closed: ['new'],
  quarantined: [],
  all: ['contacted', 'closed'],
};

interface LeadActionsProps {
  folder: Folder;
  /** Of each button. */
  className: string;
  onMark(state: State): void;
  onRemove(action: PendingAction['action']): void;
}

/** What can be done with leads of a folder. */
export function LeadActions({ folder, className, onMark, onRemove }: LeadActionsProps) {
  const button = (text: string, key: string | undefined, act: () => void) => (
    <button key={text} type="button" className={className} aria-keyshortcuts={key} onClick={act}>
      {text}
    </button>
  );
  return (
    <>
      {nextOf[folder].map((state) =>
        button(states[state].text, states[state].key, () => onMark(state)),
      )}
      {folder === 'quarantined' && button(actions.accept, undefined, () => onRemove('accept'))}
      {button(actions.erase, '#', () => onRemove('erase'))}
    </>
  );
}

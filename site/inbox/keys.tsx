import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { texts } from './texts.ts';

const keys = {
  next: 'j',
  previous: 'k',
  open: 'o',
  back: 'u',
  select: 'x',
  contacted: 'c',
  close: 'e',
  reply: 'r',
  note: 'n',
  erase: '#',
  undo: 'z',
  search: '/',
  help: '?',
} as const;

export type Command = keyof typeof keys;

/** Kept on the device: whether somebody has turned the keys off. */
const stored = 'inbox-keys';

/**
 * Calls what a single key stands for, unless somebody types, a dialog is open, or the keys are off
 * (WCAG 2.1.4). A command that gives false leaves the key to the browser.
 */
export function useKeys(commands: Record<Command, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (localStorage.getItem(stored) === 'off') return;
    if (document.querySelector('dialog[open]')) return;
    if (target instanceof Element && target.matches(typing)) return;
    const found = Object.entries(keys).find(([, own]) => own === key);
    if (!found) return;
    event.preventDefault();
    commands[found[0] as Command]();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** What each key does, and a switch that turns them all off. */
export function KeysDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const [isOn, setOn] = useState(localStorage.getItem(stored) !== 'off');
  const id = useId();
  return (
    <dialog className="panel" ref={dialog} aria-labelledby={id}>
      <h2 id={id}>{texts.keys.title}</h2>
      <p>{texts.keys.lede}</p>
      <dl className="keys">
        {Object.entries(keys).map(([command, key]) => (
          <div key={command}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{texts.keys.list[command as Command]}</dd>
          </div>
        ))}
      </dl>
      <label className="switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked);
            localStorage.setItem(stored, target.checked ? 'on' : 'off');
          }}
        />
        <span>
          {texts.keys.on}
          <small>{texts.keys.onHint}</small>
        </span>
      </label>
      <form method="dialog">
        <button type="submit" className="button small">
          {texts.keys.close}
        </button>
      </form>
    </dialog>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';

/** Kept on the device: whether the keys are turned off. */
const stored = 'inbox-keys';

const keys = ['/', 'Escape', 'j', 'k'] as const;

/** Calls back for one of the keys, except while a dialog is open or a field has the focus. */
export function useKeys(onKey: (key: (typeof keys)[number]) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = keys.find((key) => key === event.key);
    if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (localStorage.getItem(stored) === 'off' || document.querySelector('dialog[open]')) return;
    if (document.activeElement?.matches('input:not([type=checkbox]), textarea')) return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Turns the keys off: single letters get in the way of speech input (WCAG 2.1.4). */
export function KeysSwitch() {
  const [isOn, setOn] = useState(() => localStorage.getItem(stored) !== 'off');
  return (
    <button
      type="button"
      className="quiet keys-button"
      aria-pressed={isOn}
      title="/ searches, j and k go to the next and the previous lead, Esc goes back to the list"
      onClick={() => {
        localStorage.setItem(stored, isOn ? 'off' : 'on');
        setOn(!isOn);
      }}
    >
      Keys
    </button>
  );
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { texts } from './texts.ts';

/** Kept on the device: whether somebody has turned the keys off. */
const stored = 'inbox-keys';

const typing = 'input:not([type=checkbox]), textarea';

/**
 * A single key presses what has it as its `aria-keyshortcuts`, and else calls `otherwise`; not while
 * somebody types, a dialog is open, or the keys are off (WCAG 2.1.4).
 */
export function useKeys(otherwise: (key: string) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(key in texts.keys.list) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (localStorage.getItem(stored) === 'off' || document.querySelector('dialog[open]')) return;
    if (target instanceof Element && target.matches(typing)) return;
    event.preventDefault();
    const all = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
    const element = [...all].find((element) => element.checkVisibility());
    if (element?.matches(typing)) element.focus();
    else if (element) element.click();
    else otherwise(key);
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** What each key does, and a switch that turns them all off, behind a button. */
export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { keys } = texts;
  return (
    <>
      <button
        type="button"
        className="quiet keys-button"
        aria-keyshortcuts="?"
        onClick={() => dialog.current?.showModal()}
      >
        {texts.nav.keys}
      </button>
      <dialog className="sheet" ref={dialog} aria-labelledby="keys">
        <h2 id="keys">{keys.title}</h2>
        <p>{keys.lede}</p>
        <dl className="keys">
          {Object.entries(keys.list).map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className="switch">
          <input
            type="checkbox"
            aria-describedby="keys-hint"
            defaultChecked={localStorage.getItem(stored) !== 'off'}
            onChange={({ target: { checked } }) =>
              localStorage.setItem(stored, checked ? 'on' : 'off')
            }
          />
          {keys.on}
        </label>
        <small id="keys-hint">{keys.onHint}</small>
        <form method="dialog">
          <button type="submit" className="button small">
            {keys.close}
          </button>
        </form>
      </dialog>
    </>
  );
}

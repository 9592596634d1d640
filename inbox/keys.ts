import { useEffect, useEffectEvent } from 'react';

const keys = ['/', 'Escape', 'j', 'k'] as const;

/** Calls back for one of the keys while the focus is in the page's main part, and in no field and no dialog. */
export function useKeys(onKey: (key: (typeof keys)[number]) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = keys.find((key) => key === event.key);
    if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    const focused = document.activeElement;
    if (!focused?.closest('main') || focused.matches('input:not([type=checkbox]), textarea'))
      return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

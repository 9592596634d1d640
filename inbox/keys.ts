import type { KeyboardEvent } from 'react';

/**
 * A key presses or focuses the element with it in `aria-keyshortcuts`. In a list, j and k move the focus. For the
 * element `main`: keys work only while the focus is in it, outside fields and dialogs (WCAG 2.1.4).
 */
export function pressKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const focused = document.activeElement;
  if (!['/', 'Escape', 'j', 'k'].includes(key) || ctrlKey || metaKey || altKey) return;
  if (focused?.closest('dialog, [type=search], select, textarea')) return;
  event.preventDefault();
  const target = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  const row = focused?.closest('li');
  const next = key === 'j' ? row?.nextElementSibling : row?.previousElementSibling;
  if (target instanceof HTMLInputElement) target.focus();
  else if (target) target.click();
  else if (document.querySelector('article') === null)
    (row ? next : document.querySelector('.row'))?.querySelector('a')?.focus();
}

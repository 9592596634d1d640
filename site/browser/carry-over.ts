/**
 * Remembers the controls of this part of the page. If React renders the part again, the returned function copies
 * values, choices and focus to the new controls.
 */
export function carriedOver(root: HTMLElement): () => void {
  const early = controlsOf(root);
  let focused: EventTarget | null = document.activeElement;
  root.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
  return () => {
    const hasLostFocus = !document.activeElement || document.activeElement === document.body;
    controlsOf(root).forEach((control, index) => {
      const old = early[index];
      if (!old || old === control) return;
      if (control instanceof HTMLInputElement && old instanceof HTMLInputElement) {
        control.value = old.value;
        control.checked = old.checked;
      }
      if (hasLostFocus && old === focused) control.focus({ preventScroll: true });
    });
  };
}

function controlsOf(root: HTMLElement) {
  return [...root.querySelectorAll<HTMLElement>('input, button')];
}

/**
 * Opens a dialog over the page, which stays still: Firefox and WebKit would scroll it. The dialog has the
 * focus, so that a screen reader says all of it, and shows its heading, whatever is below.
 */
export function openDialog(dialog: HTMLDialogElement): void {
  const { style, clientWidth } = document.documentElement;
  // Safari before 15.4 has no dialogs, but shows this one.
  if (dialog.showModal) {
    style.overflow = 'hidden';
    // The room of the scrollbar that is now gone: the page does not move sideways.
    style.paddingRight = `${innerWidth - clientWidth}px`;
    dialog.onclose = () => (style.overflow = style.paddingRight = '');
    dialog.showModal();
  } else dialog.setAttribute('open', '');
  dialog.focus();
  dialog.scrollTop = 0;
}

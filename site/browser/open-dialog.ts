/**
 * Opens a dialog over the page. Keeps the page behind it from scrolling, because Firefox and WebKit do not. The
 * dialog gets the focus, so that a screen reader reads all of it, and starts at its heading.
 */
export function openDialog(dialog: HTMLDialogElement): void {
  const { style, clientWidth } = document.documentElement;
  // Safari before 15.4 has no modal dialogs, but shows this one.
  if (dialog.showModal) {
    style.overflow = 'hidden';
    // Replaces the hidden scrollbar's width, so that the page does not move sideways.
    style.paddingRight = `${innerWidth - clientWidth}px`;
    dialog.onclose = () => (style.overflow = style.paddingRight = '');
    dialog.showModal();
  } else dialog.setAttribute('open', '');
  dialog.focus();
  dialog.scrollTop = 0;
}

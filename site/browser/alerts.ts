let open: HTMLElement | null = null;
let before: HTMLElement | null = null;

/** Opens the alert of this id, moves the focus to it, and gives it back. */
export function openAlert(id: string): HTMLElement | null {
  closeAlert();
  before = document.querySelector<HTMLElement>(':focus');
  open = document.getElementById(id);
  if (open) {
    open.hidden = false;
    open.dataset.open = '';
    open.focus();
  }
  return open;
}

/** Closes the open alert, if there is one, and puts the focus where it was. */
export function closeAlert() {
  if (!open) return;
  // Hidden outright: the browser may still hold it for the target of the address.
  open.hidden = true;
  open = null;
  before?.focus({ preventScroll: true });
}

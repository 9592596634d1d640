import { openDialog } from '../open-dialog.ts';
import { part } from '../part.ts';

/** Thanks the visitor in an alert over the page, whose end leads home. */
export function thank(): void {
  const dialog = part<HTMLDialogElement>('#booked');
  const goHome = () => location.assign(part<HTMLAnchorElement>('#booked .dialog-close').href);
  // Safari before 15.4.
  if (!dialog.showModal) {
    // biome-ignore lint/suspicious/noAlert: the specification asks for an alert
    alert(part('#booked-title').textContent);
    goHome();
    return;
  }
  dialog.addEventListener('close', goHome);
  // The token would fly over the thanks.
  const swap = ({ viewTransition }: PageSwapEvent) => viewTransition?.skipTransition();
  addEventListener('pageswap', swap, { once: true });
  // A page that comes back from the bfcache has thanked.
  const leave = () => {
    dialog.removeEventListener('close', goHome);
    dialog.close();
  };
  addEventListener('pagehide', leave, { once: true });
  openDialog(dialog);
}

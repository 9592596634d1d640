import type { Booking } from '../../../booking/booking.ts';
import { type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';
import { openDialog } from '../open-dialog.ts';
import { part } from '../part.ts';

/** Thanks the visitor in an alert over the page, whose end leads home. */
export function thank(booking: Booking, language: string): void {
  writeContactMoment(language);
  prefillSchedule(booking);
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

/** Writes into the thanks by when the provider will be in touch, in the visitor's own time. */
function writeContactMoment(language: string): void {
  const rule = document.querySelector<HTMLElement>('#booked .contact-rule');
  const { promise, moment } = rule?.dataset ?? {};
  if (!rule || !promise || !moment) return;
  try {
    const known: ContactPromise = JSON.parse(promise);
    const time = new Date(deadlineOf(Date.now(), known));
    const isFar = time.getTime() - Date.now() > 6 * 24 * 60 * 60_000;
    const day = time.toLocaleDateString(language, {
      weekday: 'long',
      ...(isFar && { day: 'numeric', month: 'long' }),
    });
    const hour = time.toLocaleTimeString(language, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    rule.textContent = moment.replace('{moment}', `${day}, ${hour}`);
  } catch {
    // A browser that does not know the provider's time zone keeps the rule.
  }
}

/** Gives the link in the thanks, where a time is chosen, the visitor's name and address. */
function prefillSchedule({ name, email }: Booking): void {
  const link = document.querySelector<HTMLAnchorElement>('#booked .schedule-link[data-prefill]');
  if (!link) return;
  const url = new URL(link.href);
  url.searchParams.set('name', name);
  url.searchParams.set('email', email);
  link.href = url.href;
}

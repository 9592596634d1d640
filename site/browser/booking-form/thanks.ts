import type { Booking } from '../../../booking/booking.ts';
import { type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';
import { day } from '../../../booking/zones.ts';
import { part } from '../elements.ts';
import { openDialog } from '../open-dialog.ts';
import type { Passed } from '../protocol.ts';

/** Shows the thank-you dialog over the page. Closing it opens the landing page. */
export function thank(booking: Booking, language: string): void {
  const address = part('#booked .write-to');
  const { text }: Passed = address.dataset;
  address.textContent = text?.replace('{email}', () => booking.email) ?? '';
  writeContactMoment(language);
  prefillSchedule(booking);
  const dialog = part<HTMLDialogElement>('#booked');
  const goHome = () => location.assign(part<HTMLAnchorElement>('#booked .dialog-close').href);
  // Safari before 15.4 has no modal dialogs.
  if (!dialog.showModal) {
    // biome-ignore lint/suspicious/noAlert: the specification asks for an alert
    alert(part('#booked-title').textContent);
    goHome();
    return;
  }
  dialog.addEventListener('close', goHome);
  // The view transition would move the token over the dialog.
  const swap = ({ viewTransition }: PageSwapEvent) => viewTransition?.skipTransition();
  addEventListener('pageswap', swap, { once: true });
  // A page restored from the bfcache must not show the dialog again.
  const leave = () => {
    dialog.removeEventListener('close', goHome);
    dialog.close();
    address.textContent = '';
  };
  addEventListener('pagehide', leave, { once: true });
  openDialog(dialog);
}

/** Writes the contact deadline into the dialog, in the visitor's own time. */
function writeContactMoment(language: string): void {
  const rule = document.querySelector<HTMLElement>('#booked .contact-rule');
  const { promise, moment }: Passed = rule?.dataset ?? {};
  if (!rule || !promise || !moment) return;
  try {
    const known: ContactPromise = JSON.parse(promise);
    const time = new Date(deadlineOf(Date.now(), known));
    const isFar = time.getTime() - Date.now() > 6 * day;
    const date = time.toLocaleDateString(language, {
      weekday: 'long',
      ...(isFar && { day: 'numeric', month: 'long' }),
    });
    const hour = time.toLocaleTimeString(language, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    rule.textContent = moment.replace('{moment}', `${date}, ${hour}`);
  } catch {
    // If the browser does not know the provider's time zone, the rule stays.
  }
}

/** Adds the visitor's name and address to the dialog's scheduling link. */
function prefillSchedule({ name, email }: Booking): void {
  const link = document.querySelector<HTMLAnchorElement>('#booked .schedule-link');
  const { prefill }: Passed = link?.dataset ?? {};
  if (!link || prefill === undefined) return;
  const url = new URL(link.href);
  url.searchParams.set('name', name);
  url.searchParams.set('email', email);
  link.href = url.href;
}

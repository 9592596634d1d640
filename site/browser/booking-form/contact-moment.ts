import { type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';

/** Writes into the thanks by when the provider will be in touch, in the visitor's own time. */
export function writeContactMoment(language: string): void {
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

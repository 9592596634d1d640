import { bookingOf, normalized, withoutInvisibleEnds } from '../../../booking/booking.ts';
import { queryOf, sourceOf } from '../../../booking/source.ts';
import { honeypotField } from '../../../booking/spam.ts';
import { part } from '../elements.ts';
import type { Passed } from '../protocol.ts';
import { sendBooking } from './send-booking.ts';
import { thank } from './thanks.ts';

/** Milliseconds until the form reports that sending takes long. */
const slow = 5_000;

/**
 * Makes the script send the booking form. The form is idle, submitting, or failed; a failed one keeps its values.
 * Changes only whole texts and attributes, so that it also works on a translated page. Throws if a part of the form is
 * missing.
 */
export function startForm(): void {
  const form = part<HTMLFormElement>('.booking-form');
  const controls = form.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button');
  const button = part<HTMLButtonElement>('.booking-form [type=submit]');
  const status = part('.booking-form .status');
  const [banner, writeInstead] = [part('.failure'), part('.write-instead')];
  const { endpoint = '', publicKey = '' }: Passed = form.dataset;
  const { language = '' }: Passed = document.documentElement.dataset;
  const { slow: slowText = '' }: Passed = status.dataset;
  const { submitting: submittingLabel = '' }: Passed = button.dataset;
  const label = button.textContent;
  // A failed native post counts as two failures, because no page knows of an earlier failure.
  let failures = banner.hidden ? 0 : 2;
  let isSubmitting = false;

  show(false);
  // After a reload Firefox restores the disabled state that the fields had while sending.
  addEventListener('pageshow', () => show(isSubmitting));
  for (const type of ['input', 'change'])
    form.addEventListener(type, (event) => {
      if (event.target instanceof HTMLInputElement && !isTyping(event)) clean(event.target);
    });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isSubmitting) void submit();
  });

  async function submit() {
    const data = new FormData(form);
    const textOf = (name: string) => String(data.get(name) ?? '');
    const booking = bookingOf((field) => normalized(field, textOf(field)));
    banner.hidden = true;
    writeInstead.hidden = true;
    show(true);
    const late = setTimeout(() => {
      status.textContent = slowText;
    }, slow);
    try {
      const honeypot = textOf(honeypotField);
      const { referrer } = document;
      const isWithin = referrer.startsWith(`${location.origin}/`);
      const source = sourceOf(queryOf(location.search), referrer, isWithin);
      await sendBooking({ endpoint, publicKey, booking, honeypot, language, source });
      // Reset first, because the browser would mark fields that are only emptied as `:user-invalid`.
      form.reset();
      for (const control of controls) control.value = '';
      show(false);
      thank(booking, language);
    } catch (error) {
      console.error(error);
      failures += 1;
      show(false);
      banner.hidden = false;
      writeInstead.hidden = failures < 2;
      banner.focus();
    }
    clearTimeout(late);
    status.textContent = '';
  }

  function show(submitting: boolean) {
    isSubmitting = submitting;
    for (const control of controls) control.disabled = submitting;
    button.textContent = submitting ? submittingLabel : label;
  }
}

/** Whether the visitor is typing. A space or joiner at the end must then stay, because a letter may follow. */
function isTyping(event: Event): boolean {
  return event instanceof InputEvent && /^(insert(Text|Comp)|delete)/.test(event.inputType);
}

function clean(field: HTMLInputElement): void {
  const text = withoutInvisibleEnds(field.value);
  // Writing an equal value would move the caret.
  if (text !== field.value) field.value = text;
}

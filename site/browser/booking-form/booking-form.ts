import { bookingOf } from '../../../booking/booking.ts';
import { normalized, withoutInvisibleEnds } from '../../../booking/parse.ts';
import { queryOf, sourceOf } from '../../../booking/source.ts';
import { honeypotField } from '../../../booking/spam.ts';
import { part } from '../part.ts';
import { sendBooking } from './send-booking.ts';
import { thank } from './thanks.ts';

/** Milliseconds until the form says that sending is taking long. */
const slow = 5_000;

/**
 * Takes over the form that asks to be called: idle, submitting, or failed with its values kept. It changes
 * whole texts and attributes alone, so that it works on a page that was translated. Throws where the page
 * lacks a part of the form.
 */
export function startForm(): void {
  const form = part<HTMLFormElement>('.booking-form');
  const controls = form.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button');
  const button = part<HTMLButtonElement>('.booking-form [type=submit]');
  const status = part('.booking-form .status');
  const [banner, writeInstead] = [part('.failure'), part('.write-instead')];
  const { endpoint = '', publicKey = '' } = form.dataset;
  const { language = '' } = document.documentElement.dataset;
  const label = button.textContent;
  // A native post that failed counts for two: no page remembers the first.
  let failures = banner.hidden ? 0 : 2;
  let isSubmitting = false;

  show(false);
  // Firefox gives a reloaded page back with the fields disabled, as they were while it was sending.
  addEventListener('pageshow', () => show(isSubmitting));
  // A page that comes back from the bfcache waits for nothing.
  addEventListener('pagehide', () => show(false));
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
      status.textContent = status.dataset.slow ?? '';
    }, slow);
    try {
      const honeypot = textOf(honeypotField);
      const { referrer } = document;
      const isWithin = referrer.startsWith(`${location.origin}/`);
      const source = sourceOf(queryOf(location.search), referrer, isWithin);
      const submission = { booking, honeypot, language, source };
      await sendBooking(submission, { endpoint, publicKey });
      // So that the browser does not mark the empty fields as wrong (`:user-invalid`).
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
    button.textContent = (submitting && button.dataset.submitting) || label;
  }
}

/** A letter follows what ends in a space or in a joiner, as long as the visitor types. */
function isTyping(event: Event): boolean {
  return event instanceof InputEvent && /^(insert(Text|Comp)|delete)/.test(event.inputType);
}

function clean(field: HTMLInputElement): void {
  const text = withoutInvisibleEnds(field.value);
  // Writing an equal value would move the caret.
  if (text !== field.value) field.value = text;
}

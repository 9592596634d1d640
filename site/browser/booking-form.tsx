import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { bookingFields } from '../../booking/booking.ts';
import { alerts, bookingForm, unsentNote } from '../../content/messages.ts';
import { Banner } from '../components/banner.tsx';
import { Field } from '../components/field.tsx';
import { Honeypot } from '../components/honeypot.tsx';
import { countOf, UnsentNote } from '../components/unsent-note.tsx';
import type { FormValues } from '../site.ts';
import { clearWords, pressedAt, trapped, typedBooking } from './form-words.ts';
import type { DataInterface, Sent } from './send-booking.ts';
import { drop, keep, type Unsent } from './unsent.ts';
import { useUnsent } from './use-unsent.ts';

export interface BookingFormProps extends DataInterface {
  /** Where the form posts itself without a script. Only our own server can answer that. */
  action?: string;
  /** The words of a native post that failed. */
  failed?: FormValues;
  /** Called once when the form listens. */
  onAwake?: () => void;
}

/** How long the landing page has to come before the visitor is thanked here. In milliseconds. */
const patience = 5_000;

interface Failure {
  /** Of this page's own try; a failure that the page came with has the focus already. */
  key?: string;
}

/** The form that asks to be called: idle, submitting, or failed with the words kept. */
export function BookingForm({ action, failed, onAwake, ...dataInterface }: BookingFormProps) {
  const [submitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>(failed && {});
  const [news, setNews] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const banner = useRef<HTMLDivElement>(null);
  const acknowledged = useRef(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { unsent, sending, look, send } = useUnsent(dataInterface, {
    onSent: (one) => tell(alerts.booked, one),
    onGone: (one) => tell(unsentNote.gone, one),
  });
  const failureIsKept = unsent.some(({ key }) => key === failure?.key);

  useEffect(() => {
    // Firefox gives a reloaded page back the fields that were disabled while it was sending.
    for (const control of form.current?.querySelectorAll<HTMLInputElement>(':disabled') ?? [])
      control.disabled = false;
    onAwake?.();
  }, [onAwake]);
  useEffect(() => {
    if (failure?.key) banner.current?.focus();
  }, [failure]);
  useEffect(() => {
    // A page that comes back whole from the bfcache must not come back submitting what has arrived.
    const leave = () => {
      clearTimeout(leaving.current);
      if (acknowledged.current) flushSync(() => setSubmitting(false));
    };
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (submitting) return;
    const typed = event.currentTarget;
    void book({ ...keep(typedBooking(typed)), trap: trapped(typed) }, pressedAt(typed));
  }

  async function book(one: Sent, pressed = performance.now()) {
    acknowledged.current = false;
    setNews('');
    setFailure(undefined);
    setSubmitting(true);
    try {
      await send(one, pressed);
      acknowledged.current = true;
      if (form.current) clearWords(form.current, one.booking);
      location.assign('/#booked');
      leaving.current = setTimeout(thankHere, patience);
    } catch (error) {
      console.error(error);
      setSubmitting(false);
      setFailure({ key: one.key });
      look();
    }
  }

  /** The visitor stopped the landing page, or it does not come. */
  function thankHere() {
    setSubmitting(false);
    look();
    setNews(alerts.booked);
    status.current?.focus();
  }

  function discard(one: Unsent) {
    drop(one.key);
    look();
    tell(unsentNote.discarded, one);
  }

  /**
   * Says what became of a booking that need not be sent any more, and takes its words out of the
   * form and the banner about it away. The focus goes on to the news from what may vanish.
   */
  function tell(words: string, { key, booking }: Unsent) {
    setNews(words.replace('{name}', () => booking.name));
    if (document.activeElement?.closest('.banner, .unsent')) status.current?.focus();
    if (form.current) clearWords(form.current, booking);
    setFailure((failure) => (failure?.key === key ? undefined : failure));
  }

  return (
    <form className="booking-form" method="post" action={action} onSubmit={submit} ref={form}>
      {failure && (
        <Banner
          ref={banner}
          kept={failureIsKept ? unsentNote.kept[countOf(unsent)] : undefined}
          autoFocus={failed !== undefined}
        >
          {bookingForm.failed}
        </Banner>
      )}
      {bookingFields.map((field) => (
        <Field key={field} field={field} words={failed?.[field] ?? ''} disabled={submitting} />
      ))}
      <Honeypot />
      <button
        type="submit"
        className="button"
        disabled={submitting}
        data-submitting={bookingForm.submitting}
      >
        {submitting ? bookingForm.submitting : bookingForm.submit}
      </button>
      {/* Below the fields: what comes when the page is open already moves nothing under a finger. */}
      <p className="news" role="status" tabIndex={-1} ref={status}>
        {news}
      </p>
      {unsent.length > 0 && (
        <UnsentNote
          bookings={unsent}
          byItself={dataInterface.sendIdempotencyKey}
          sending={sending}
          disabled={submitting || sending !== undefined}
          onSend={book}
          onDiscard={discard}
        />
      )}
    </form>
  );
}

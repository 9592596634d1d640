import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Booking, bookingFields } from '../../booking/booking.ts';
import { bookingForm } from '../../content/messages.ts';
import { Banner } from '../components/banner.tsx';
import { Field } from '../components/field.tsx';
import type { TypedWords } from '../site.ts';
import { type DataInterface, requestKey, sendBooking } from './send-booking.ts';

export interface BookingFormProps extends DataInterface {
  /** Where the form posts itself without a script. Only our own server can answer that. */
  action?: string;
  /** The words of a native post that failed. */
  failed?: TypedWords;
  /** Called once when the form listens. */
  onAwake?: () => void;
}

type Phase = 'idle' | 'submitting' | 'failed';

/** The form that asks to be called: idle, submitting, or failed with the words kept. */
export function BookingForm({ action, failed, onAwake, ...dataInterface }: BookingFormProps) {
  const [phase, setPhase] = useState<Phase>(failed ? 'failed' : 'idle');
  const lastTry = useRef<{ words: string; key: string }>(null);
  const banner = useRef<HTMLDivElement>(null);
  /** A failure of this page's own try; one that the page came with has the focus already. */
  const ownFailure = useRef(false);
  const submitting = phase === 'submitting';

  useEffect(() => {
    onAwake?.();
  }, [onAwake]);
  useEffect(() => {
    if (phase === 'failed' && ownFailure.current) banner.current?.focus();
  }, [phase]);
  useEffect(() => {
    // A page that comes back whole from the bfcache must not come back submitting.
    const leave = () =>
      flushSync(() => setPhase((phase) => (phase === 'submitting' ? 'idle' : phase)));
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (submitting) return;
    const form = event.currentTarget;
    const booking = typedBooking(form);
    setPhase('submitting');
    try {
      await sendBooking(booking, keyFor(booking), dataInterface);
      for (const input of form.querySelectorAll('input')) input.value = '';
      location.assign('/#booked');
    } catch (error) {
      console.error(error);
      ownFailure.current = true;
      setPhase('failed');
    }
  }

  /** A key belongs to its words: a corrected word is a new booking. */
  function keyFor(booking: Booking): string {
    const words = JSON.stringify(booking);
    if (lastTry.current?.words !== words) lastTry.current = { words, key: requestKey() };
    return lastTry.current.key;
  }

  return (
    <form className="booking-form" method="post" action={action} onSubmit={submit}>
      {phase === 'failed' && (
        <Banner ref={banner} autoFocus={failed !== undefined}>
          {bookingForm.failed}
        </Banner>
      )}
      {bookingFields.map((field) => (
        <Field key={field} field={field} words={failed?.[field] ?? ''} disabled={submitting} />
      ))}
      <button
        type="submit"
        className="button"
        disabled={submitting}
        data-submitting={bookingForm.submitting}
      >
        {submitting ? bookingForm.submitting : bookingForm.submit}
      </button>
    </form>
  );
}

function typedBooking(form: HTMLFormElement): Booking {
  const typed = new FormData(form);
  const word = (field: keyof Booking) => String(typed.get(field) ?? '').trim();
  return { name: word('name'), company_name: word('company_name'), email: word('email') };
}

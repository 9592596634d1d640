import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { bookingFields } from '../../booking/booking.ts';
import { alerts, bookingForm, unsentNote } from '../../content/messages.ts';
import { Banner } from '../components/banner.tsx';
import { Field } from '../components/field.tsx';
import { Trap } from '../components/trap.tsx';
import { UnsentNote } from '../components/unsent-note.tsx';
import type { TypedWords } from '../site.ts';
import { clearWords, pressedAt, trapped, typedBooking } from './form-words.ts';
import { type DataInterface, type Sent, sendBooking } from './send-booking.ts';
import { drop, keep, type Unsent } from './unsent.ts';
import { useUnsent, withLock } from './use-unsent.ts';

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
  const [news, setNews] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const banner = useRef<HTMLDivElement>(null);
  /** The key of this page's own try that failed; a failure that the page came with has the focus already. */
  const ownFailure = useRef<string>(undefined);
  const acknowledged = useRef(false);
  const { unsent, sending, look } = useUnsent(dataInterface, (one) => {
    forget(one);
    setNews(alerts.booked);
  });
  const submitting = phase === 'submitting';

  useEffect(() => {
    onAwake?.();
  }, [onAwake]);
  useEffect(() => {
    if (phase === 'failed' && ownFailure.current) banner.current?.focus();
  }, [phase]);
  useEffect(() => {
    // A page that comes back whole from the bfcache must not come back submitting what has arrived.
    const leave = () => acknowledged.current && flushSync(() => setPhase('idle'));
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (submitting) return;
    const typed = event.currentTarget;
    void send({ ...keep(typedBooking(typed)), trap: trapped(typed) }, pressedAt(typed));
  }

  async function send(one: Sent, pressed = performance.now()) {
    acknowledged.current = false;
    setNews('');
    setPhase('submitting');
    try {
      await withLock(one.key, () => sendBooking(one, dataInterface, pressed));
      acknowledged.current = true;
      drop(one.key);
      if (form.current) clearWords(form.current, one.booking);
      location.assign('/#booked');
    } catch (error) {
      console.error(error);
      ownFailure.current = one.key;
      setPhase('failed');
      look();
    }
  }

  function discard(one: Unsent) {
    drop(one.key);
    forget(one);
    look();
    setNews(unsentNote.discarded);
    status.current?.focus();
  }

  /** Takes words that need not be sent any more out of the form, and the banner about them away. */
  function forget({ key, booking }: Unsent) {
    if (form.current) clearWords(form.current, booking);
    if (ownFailure.current === key) setPhase((phase) => (phase === 'failed' ? 'idle' : phase));
  }

  return (
    <>
      <p className="news" role="status" tabIndex={-1} ref={status}>
        {news}
      </p>
      <form className="booking-form" method="post" action={action} onSubmit={submit} ref={form}>
        {phase === 'failed' && (
          <Banner ref={banner} autoFocus={failed !== undefined}>
            {bookingForm.failed}
          </Banner>
        )}
        {unsent.length > 0 && (
          <UnsentNote
            bookings={unsent}
            byItself={dataInterface.sendIdempotencyKey}
            sending={sending}
            disabled={submitting || sending !== undefined}
            onSend={send}
            onDiscard={discard}
          />
        )}
        {bookingFields.map((field) => (
          <Field key={field} field={field} words={failed?.[field] ?? ''} disabled={submitting} />
        ))}
        <Trap />
        <button
          type="submit"
          className="button"
          disabled={submitting}
          data-submitting={bookingForm.submitting}
        >
          {submitting ? bookingForm.submitting : bookingForm.submit}
        </button>
      </form>
    </>
  );
}

import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type BookingField, bookingFields, bookingOf } from '../../../booking/booking.ts';
import { normalized } from '../../../booking/parse.ts';
import { honeypotField } from '../../../booking/spam.ts';
import { Banner } from '../../components/banner.tsx';
import { Field, Honeypot } from '../../components/field.tsx';
import { MailLink } from '../../components/provider.tsx';
import { useCopy } from '../../copy.ts';
import { type DataInterface, sendBooking } from './send-booking.ts';

export interface BookingFormProps extends DataInterface {
  /** Where the form posts itself without a script. Only our own server can answer that. */
  action?: string;
  contactEmail: string;
  /** The page follows a native post that failed: the server wrote the values into the fields. */
  failed?: boolean;
}

/** In milliseconds: until the form says that it takes long, and until it thanks the visitor itself. */
const delays = { slow: 5_000, landing: 5_000 };

/** The form that asks to be called: idle, submitting, or failed with its values kept. */
export default function BookingForm({
  action,
  failed = false,
  contactEmail,
  ...dataInterface
}: BookingFormProps) {
  const { alerts, bookingForm, language, paths } = useCopy();
  const [submitting, setSubmitting] = useState(false);
  // A form that cannot post itself waits for this script.
  const [ready, setReady] = useState(action !== undefined);
  const [failure, setFailure] = useState(failed ? { offline: false } : undefined);
  // A native post that failed counts for two: no page remembers the first.
  const [failures, setFailures] = useState(failed ? 2 : 0);
  const [status, setStatus] = useState('');
  const [sent] = useState(() => bookingOf(failed ? sentValue : () => ''));
  const form = useRef<HTMLFormElement>(null);
  const banner = useRef<HTMLDivElement>(null);

  useEffect(() => {
    setReady(true);
    // Firefox gives a reloaded page back the fields that were disabled while it was sending.
    for (const control of controlsOf(form.current)) control.disabled = false;
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (submitting) return;
    const data = new FormData(event.currentTarget);
    const booking = bookingOf((field) => normalized(field, String(data.get(field) ?? '')));
    const honeypot = String(data.get(honeypotField) ?? '');

    setFailure(undefined);
    setSubmitting(true);
    setStatus('');
    const slow = setTimeout(() => setStatus(bookingForm.slow), delays.slow);
    try {
      await sendBooking({ booking, honeypot, language }, dataInterface);
      goHome();
    } catch (error) {
      console.error(error);
      flushSync(() => {
        setFailure({ offline: navigator.onLine === false });
        setFailures(failures + 1);
        setSubmitting(false);
      });
      banner.current?.focus();
    }
    clearTimeout(slow);
    setStatus('');
  }

  function goHome() {
    // So that the browser does not mark the empty fields as wrong (`:user-invalid`).
    form.current?.reset();
    for (const control of controlsOf(form.current)) control.value = '';
    // The token would fly over the thanks.
    const swap = ({ viewTransition }: PageSwapEvent) => viewTransition?.skipTransition();
    addEventListener('pageswap', swap, { once: true });
    location.assign(`${paths.home}#booked`);
    // The visitor may have stopped the landing page, or it does not come.
    const late = setTimeout(() => {
      setSubmitting(false);
      setStatus(alerts.booked);
    }, delays.landing);
    // A page that comes back from the bfcache must not come back submitting what has arrived.
    const leave = () => {
      clearTimeout(late);
      flushSync(() => setSubmitting(false));
    };
    addEventListener('pagehide', leave, { once: true });
  }

  return (
    <form
      className={action === undefined ? 'booking-form needs-script' : 'booking-form'}
      method="post"
      action={action}
      onSubmit={submit}
      ref={form}
    >
      {failure && (
        <>
          <Banner id="failure" aria-describedby="failure-note" ref={banner} autoFocus={failed}>
            {bookingForm.failed}
          </Banner>
          {/* Kept when it is empty: the banner points here. */}
          <div className="failure-note" id="failure-note">
            {failure.offline && <p>{bookingForm.offline}</p>}
            {failures > 1 && (
              <p>
                {bookingForm.writeInstead} <MailLink email={contactEmail} />
              </p>
            )}
          </div>
        </>
      )}
      {bookingFields.map((field) => (
        <Field key={field} field={field} value={sent[field]} disabled={submitting} />
      ))}
      <Honeypot />
      <button type="submit" className="button" disabled={submitting || !ready}>
        {submitting ? bookingForm.submitting : bookingForm.submit}
      </button>
      <p className="status" role="status">
        {status}
      </p>
    </form>
  );
}

/**
 * What the server wrote into a field, which React would replace by any other value. Where there is no document,
 * the page is being rendered, and gets an outlet.
 */
function sentValue(field: BookingField): string {
  if (typeof document === 'undefined') return `{{${field}}}`;
  return document.getElementById(field)?.getAttribute('value') ?? '';
}

function controlsOf(form: HTMLFormElement | null) {
  return form?.querySelectorAll('input') ?? [];
}

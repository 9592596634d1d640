import { type Booking, bookingFields } from '../../../booking/booking.ts';
import { honeypotField } from '../../../booking/spam.ts';

interface Submission {
  /** The address of the data interface's table. */
  endpoint: string;
  publicKey: string;
  booking: Booking;
  /** The value of the hidden field, which only programs fill in. */
  honeypot: string;
  language: string;
  source: string;
}

/** Milliseconds: the limit of one attempt, the pauses between attempts, and the limit of all attempts together. */
const limits = { oneTry: 8_000, pauses: [2_000, 4_000], whole: 15_000 };

/** Statuses after which another attempt may succeed. */
const passingStatuses = [502, 503, 504];

/** Makes PostgREST ignore the honeypot, which is not a column. */
const columns = `?columns=${bookingFields.join()}`;

/**
 * Inserts one booking as PostgREST expects it, with at most three attempts in 15 seconds. The data interface drops
 * repeats. Resolves when the booking is acknowledged. Otherwise throws the reason, which is only for the console.
 */
export async function sendBooking(submission: Submission): Promise<void> {
  const end = performance.now() + limits.whole;
  const pauses = [...limits.pauses];
  for (;;) {
    const failure = await tryOnce(submission, end - performance.now());
    if (!failure) return;
    const pause = pauses.shift();
    if (!failure.passing || pause === undefined || performance.now() + pause >= end)
      throw failure.error;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function tryOnce(
  { endpoint, publicKey, booking, honeypot, language, source }: Submission,
  left: number,
) {
  // Some visitors' browsers lack `AbortSignal.timeout`.
  const stop = new AbortController();
  const wait = Math.min(limits.oneTry, left);
  const timer = setTimeout(() => stop.abort(), wait);
  // The CORS rules of another gateway may refuse an unknown header, and the form would fail.
  const isOwn = new URL(endpoint, location.href).origin === location.origin;
  try {
    const response = await fetch(honeypot ? endpoint + columns : endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        // CORS always allows this header (Fetch §2.2.2).
        'Content-Language': language,
        // The provider sees the visitor's local time. PostgREST ignores unknown zones.
        Prefer: `timezone=${new Intl.DateTimeFormat().resolvedOptions().timeZone}`,
        ...(isOwn && { 'X-Source': source }),
        apikey: publicKey,
        // PostgREST refuses a bearer token that is not a JWT.
        ...(publicKey.startsWith('eyJ') && { Authorization: `Bearer ${publicKey}` }),
      },
      body: JSON.stringify(honeypot ? { ...booking, [honeypotField]: honeypot } : booking),
      // The request continues if the visitor leaves the page.
      keepalive: true,
      // A redirected insert was not made, so a redirect is a failure.
      redirect: 'manual',
      signal: stop.signal,
    });
    // A proxy may answer 200 with a page of its own.
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
    const acknowledged = response.ok && !isPage;
    // Read the whole response. Otherwise the browser would abort it and log an error when the visitor leaves the page.
    const text = await response.text().catch((error) => String(error));
    if (acknowledged) return;
    const isRedirect = response.type === 'opaqueredirect';
    const reason = isRedirect ? `${endpoint} redirects the request` : `${response.status} ${text}`;
    return { error: new Error(reason), passing: passingStatuses.includes(response.status) };
  } catch (error) {
    if (!stop.signal.aborted) return { error, passing: true };
    return { error: new Error(`no answer within ${Math.round(wait / 1000)} s`), passing: true };
  } finally {
    clearTimeout(timer);
  }
}

import { type Booking, bookingFields } from '../../../booking/booking.ts';
import { honeypotField } from '../../../booking/spam.ts';

export interface DataInterface {
  endpoint: string;
  publicKey: string;
}

export interface Submission {
  booking: Booking;
  /** What a program wrote into the field that no person sees. */
  honeypot: string;
  language: string;
  source: string;
}

/** Milliseconds for one attempt, for the pauses between attempts, and in total. */
const limits = { oneTry: 8_000, pauses: [2_000, 4_000], whole: 15_000 };

/** Answers of a server or a proxy that may be over soon. */
const passingStatuses = [502, 503, 504];

/** Makes a data interface ignore the honeypot, which is no column. */
const columns = `?columns=${bookingFields.join()}`;

/**
 * Inserts one booking in PostgREST's dialect, with at most three attempts in 15 seconds. The data interface drops a
 * repeat of the same values. Resolves when the booking is acknowledged; throws the real reason otherwise, which
 * is for the console only.
 */
export async function sendBooking(
  submission: Submission,
  dataInterface: DataInterface,
): Promise<void> {
  const end = performance.now() + limits.whole;
  const pauses = [...limits.pauses];
  for (;;) {
    const failure = await tryOnce(submission, dataInterface, end - performance.now());
    if (!failure) return;
    const pause = pauses.shift();
    if (!failure.passing || pause === undefined || performance.now() + pause >= end)
      throw failure.error;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function tryOnce(
  { booking, honeypot, language, source }: Submission,
  { endpoint, publicKey }: DataInterface,
  left: number,
) {
  // `AbortSignal.timeout` is newer than some browsers that come here.
  const stop = new AbortController();
  const wait = Math.min(limits.oneTry, left);
  const timer = setTimeout(() => stop.abort(), wait);
  // Another gateway's CORS may refuse a header that it does not know: the form would fail.
  const isOwn = new URL(endpoint, location.href).origin === location.origin;
  try {
    const response = await fetch(honeypot ? endpoint + columns : endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        // No other data interface minds it: CORS always allows it (Fetch §2.2.2).
        'Content-Language': language,
        // For the provider, who sees the visitor's own time. PostgREST ignores a zone that it does not know.
        Prefer: `timezone=${new Intl.DateTimeFormat().resolvedOptions().timeZone}`,
        ...(isOwn && { 'X-Source': source }),
        apikey: publicKey,
        // A plain PostgREST refuses a bearer that is not a JWT.
        ...(publicKey.startsWith('eyJ') && { Authorization: `Bearer ${publicKey}` }),
      },
      body: JSON.stringify(honeypot ? { ...booking, [honeypotField]: honeypot } : booking),
      // A visitor who leaves at once still sends it.
      keepalive: true,
      // A redirected insert was not made: its answer is then no success.
      redirect: 'manual',
      signal: stop.signal,
    });
    // A proxy may answer 200 with its own page.
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
    const acknowledged = response.ok && !isPage;
    // Leaving the page would abort the response, and the console would show an error.
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

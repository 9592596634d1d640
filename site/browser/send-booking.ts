import type { Booking } from '../../booking/booking.ts';

/** The data interface as the page knows it. */
export interface DataInterface {
  /** The address that takes the insert. */
  endpoint: string;
  publicKey: string;
  sendIdempotencyKey: boolean;
}

/** How long one try may take, in milliseconds. */
const patience = 10_000;

/**
 * Inserts one booking in PostgREST's dialect. Resolves when the server has acknowledged it;
 * throws with the real reason otherwise, which is for the console only.
 */
export async function sendBooking(
  booking: Booking,
  key: string,
  { endpoint, publicKey, sendIdempotencyKey }: DataInterface,
): Promise<void> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      apikey: publicKey,
      // A plain PostgREST refuses a bearer that is not a JWT.
      ...(publicKey.startsWith('eyJ') && { Authorization: `Bearer ${publicKey}` }),
      ...(sendIdempotencyKey && { 'Idempotency-Key': key }),
    },
    body: JSON.stringify(booking),
    signal: AbortSignal.timeout(patience),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** A random UUID, also where `crypto.randomUUID` is missing: on plain HTTP (Web Crypto §10.1.2). */
export function requestKey(): string {
  if (isSecureContext) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6);
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

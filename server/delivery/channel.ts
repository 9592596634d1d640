import type { StoredBooking } from '../store/booking.ts';
import type { ChannelName } from '../store/delivery.ts';

/** What a channel sends to the provider. `id` is the delivery's: the same for every try. */
export interface Notice {
  id: string;
  /** Undefined: a test of the settings. */
  booking: StoredBooking | undefined;
  /** How many quarantined bookings wait. No other notice mentions them. */
  quarantined: number;
}

/** A way by which a booking reaches the provider. */
export interface Channel {
  name: ChannelName;
  /** Where the notices go, for the operator; without secrets. */
  target: string;
  /** After how long a try is aborted, in milliseconds; half a minute where it is not said. */
  tryLimit?: number;
  /**
   * Sends the notice and returns the other side's answer as one line. Throws `DeliveryFailure`.
   * Rejects soon after `signal` is aborted: the worker waits for it.
   */
  deliver(notice: Notice, signal: AbortSignal): Promise<string>;
}

/**
 * `unavailable`: the channel as a whole is down; `rejected`: this notice was not accepted; `gone`:
 * the other side wants no notices any more; `unknown`: it has the notice, and did not say whether it
 * was accepted.
 */
type FailureKind = 'unavailable' | 'rejected' | 'gone' | 'unknown';

/**
 * Why a try failed. `code` and `log` go to the log and hold no personal data; the message is for the
 * operator. `retryAfter`: how long the other side asks us to wait, in milliseconds.
 */
export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure';
  readonly kind: FailureKind;
  readonly code: string;
  readonly log: Readonly<Record<string, string | undefined>>;
  readonly retryAfter: number;

  constructor(
    kind: FailureKind,
    code: string,
    message: string,
    log: DeliveryFailure['log'] = {},
    retryAfter = 0,
  ) {
    const line = message.replace(/[\s\p{Cc}]+/gu, ' ').trim();
    super(line.slice(0, 600));
    this.kind = kind;
    this.code = code;
    this.log = log;
    this.retryAfter = retryAfter;
  }
}

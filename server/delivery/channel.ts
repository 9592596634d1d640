import type { ChannelName } from '../store/delivery.ts';
import type { StoredBooking } from '../store/store.ts';

/** What a channel brings to the provider. `id` is the delivery's: the same for every try. */
export interface Notice {
  id: string;
  /** Undefined: a test of the settings. */
  booking: StoredBooking | undefined;
  /** How many suspects wait: whoever gets the notice is told of them by nothing else. */
  quarantined: number;
}

/** A way by which a booking reaches the provider. */
export interface Channel {
  name: ChannelName;
  /** Where it leads, for the operator; without secrets. */
  target: string;
  /**
   * Brings the notice and gives what the other side answered, in a line. Throws `DeliveryFailure`;
   * gives up soon after `signal` is aborted.
   */
  deliver(notice: Notice, signal: AbortSignal): Promise<string>;
}

/**
 * Why a try failed. `away`: nothing can be delivered through the channel now; `refused`: this
 * notice was not taken; `gone`: the other side wants none any more. `code` is fit for the log: it
 * holds none of the visitor's words. The message is for the operator.
 */
export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure';
  readonly kind: 'unavailable' | 'refused' | 'gone';
  readonly code: string;

  constructor(kind: 'unavailable' | 'refused' | 'gone', code: string, message: string) {
    super(message.replace(/\s+/g, ' ').trim().slice(0, 300));
    this.kind = kind;
    this.code = code;
  }
}

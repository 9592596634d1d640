import { visibleWords } from '../../visible-text.ts';
import type { ChannelName } from './deliveries.ts';
import type { LeadNotice } from './leases.ts';

/** The message that a channel sends. `id` is the delivery's id, the same for every attempt. */
export interface Notice {
  id: string;
  /** Undefined: a test of the settings, or a rehearsal. */
  lead: LeadNotice | undefined;
  /** The page where a person confirms that a test email arrived. */
  confirmationUrl?: string | undefined;
}

/** The receiver's answer. */
export interface Receipt {
  /** As one line. */
  answer: string;
  /** The refused recipients, if others were accepted. */
  refused?: string;
}

/** A way to send a booking to the provider, or a receipt to the visitor. */
export interface Channel {
  name: ChannelName;
  /** The destination, shown to the operator. Contains no secrets. */
  target: string;
  /** Milliseconds after which an attempt is aborted; half a minute by default. */
  tryLimit?: number;
  /** Sends the notice. Throws `DeliveryFailure`. Rejects soon after `signal` is aborted. */
  deliver(notice: Notice, signal: AbortSignal): Promise<Receipt>;
}

/**
 * A failed attempt. `code` and `log` are logged and contain no personal data; the message is for the operator.
 * `retryAfter` is the wait that the receiver asked for, in milliseconds.
 */
export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure';
  readonly code: string;
  readonly log: Readonly<Record<string, string | undefined>>;
  readonly retryAfter: number;

  constructor(code: string, message: string, log: DeliveryFailure['log'] = {}, retryAfter = 0) {
    super(visibleWords(message));
    this.code = code;
    const words = Object.entries(log).map(([name, text]) => [name, text && visibleWords(text)]);
    this.log = Object.fromEntries(words);
    this.retryAfter = retryAfter;
  }
}

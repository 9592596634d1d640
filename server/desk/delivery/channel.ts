import { visibleWords } from '../../visible-text.ts';
import type { ChannelName } from './deliveries.ts';
import type { LeadNotice } from './leases.ts';

/** The notice that a channel sends. `id` is the delivery's: the same for every attempt. */
export interface Notice {
  id: string;
  /** Undefined: a test of the settings. */
  lead: LeadNotice | undefined;
  /** The page on which a person confirms that a test arrived by email. */
  confirmationUrl?: string | undefined;
}

/** The other side's answer. */
export interface Receipt {
  /** As one line. */
  answer: string;
  /** The recipients that were refused while others accepted. */
  refused?: string;
}

/** A way by which a booking reaches the provider. */
export interface Channel {
  name: ChannelName;
  /** The destination of the notices, for the operator; without secrets. */
  target: string;
  /** Milliseconds after which an attempt is aborted; half a minute by default. */
  tryLimit?: number;
  /** Sends the notice. Throws `DeliveryFailure`. Rejects soon after `signal` is aborted. */
  deliver(notice: Notice, signal: AbortSignal): Promise<Receipt>;
}

/**
 * The cause of a failed attempt. `code` and `log` go to the log and hold no personal data; the message is for the
 * operator. `retryAfter`: how long the other side asks to wait, in milliseconds.
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

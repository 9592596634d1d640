import { errorInfo } from '../../errors.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import { visibleWords } from '../../visible-text.ts';

/** The channels to the provider. */
export const channelNames = ['mail', 'webhook', 'chat'] as const;

/** `receipt` goes to the visitor. If it fails, no operator has to act, and `replay` does not send it again. */
export type ChannelName = (typeof channelNames)[number] | 'receipt';

/** A new lead with its context for the provider. */
export interface LeadNotice {
  booking: StoredBooking;
  /** The earlier leads of the same address or company, newest first. */
  earlier: readonly StoredBooking[];
  secret: string;
  /** The database's time, in milliseconds since 1970. */
  now: number;
}

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

interface FailureDetails {
  /** The reason for the log. Contains no personal data. */
  reason?: string | undefined;
  /** The wait that the receiver asked for, in milliseconds. */
  retryAfter?: number;
  /** Whether the receiver refused this recipient or this text for good. */
  isRefusal?: boolean;
}

/**
 * A failed attempt. `code` is the code of Node, OpenSSL or nodemailer, or the answer's, such as `HTTP 410` or
 * `SMTP 550`. It is logged, and contains no personal data. The message is for the operator.
 */
export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure';
  readonly code: string;
  readonly reason: string | undefined;
  readonly retryAfter: number;
  readonly isRefusal: boolean;

  constructor(code: string, message: string, details: FailureDetails = {}) {
    super(visibleWords(message));
    const { reason, retryAfter = 0, isRefusal = false } = details;
    this.code = code;
    this.reason = reason && visibleWords(reason);
    this.retryAfter = retryAfter;
    this.isRefusal = isRefusal;
  }
}

/**
 * The failure of an attempt. `FAULT`: an error that no channel expects. Its reason has only the lines of the stack that
 * name code, because its message may quote an address.
 */
export function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  const { message, stack = '' } = errorInfo(error);
  const reason = stack.split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  return new DeliveryFailure('FAULT', message, { reason: reason.join('\n') });
}

/** Advice for a failed connection to the server that `setting` names. `code`: the error code of Node or OpenSSL. */
export function connectionAdvice(code: string, setting: string): string {
  if (/^CERT_/.test(code)) return "Renew its certificate, or set this machine's clock";
  return /SELF_SIGNED|^UNABLE_TO_/.test(code)
    ? 'Set EXTRA_CA_FILE to a file with its certificate, or with that of its authority'
    : `Check that the server runs, and correct host, port and scheme in ${setting}`;
}

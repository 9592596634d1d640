import { visibleWords } from '../../visible-text.ts';

interface FailureDetails {
  /** The reason for the log. Contains no personal data. */
  reason?: string | undefined;
  /** The wait that the receiver asked for, in milliseconds. */
  retryAfter?: number;
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

  constructor(code: string, message: string, { reason, retryAfter = 0 }: FailureDetails = {}) {
    super(visibleWords(message));
    this.code = code;
    this.reason = reason && visibleWords(reason);
    this.retryAfter = retryAfter;
  }
}

/** Advice for a failed connection to the server that `setting` names. `code`: the error code of Node or OpenSSL. */
export function connectionAdvice(code: string, setting: string): string {
  return /SELF_SIGNED|^UNABLE_TO_/.test(code)
    ? 'Set EXTRA_CA_FILE to a file with its certificate, or with that of its authority'
    : `Correct the host, the port or the scheme in ${setting}, or the server`;
}

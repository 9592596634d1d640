import type { Settings } from '../../config/settings.ts';
import { visibleWords } from '../../visible-text.ts';

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

/**
 * The problem and the advice for each cause of a failed delivery. {url} is replaced by the setting
 * that names the server. The table in docs/troubleshooting.md has the same codes.
 */
const causes = {
  NAME_NOT_FOUND: 'is not found in DNS: correct the host in {url}, or this machine’s DNS settings',
  PORT_CLOSED: 'refused the connection: check that it is running, then the host and port in {url}',
  NOT_REACHED:
    'does not answer: the port in {url} is wrong, or your host blocks it. Try 465 with smtps://, or 587 with smtp://. Mail services also listen on 2525 or 2587',
  SILENT: 'sent no greeting: correct the port in {url}, or use smtps:// if the port expects TLS',
  NO_MAIL_SERVER: 'is not a mail server: correct the host and port in {url}',
  CONNECTION_FAILED:
    'closed the connection: check the port in {url}. A firewall may block it, or the server has a problem',
  TLS_EXPECTED: 'expects TLS, as port 465 does: write smtps:// instead of smtp:// in {url}',
  TLS_NOT_SPOKEN:
    'answers without TLS: write smtp:// in {url}, or use port 465 instead of 587 or 25',
  TLS_NOT_OFFERED:
    'offers no STARTTLS, and no password is sent without it: use smtps:// and port 465 in {url}, or switch on STARTTLS there',
  TLS_FAILED: 'supports no safe version of TLS: ask its operator for TLS 1.2 or newer',
  CERT_SELF_SIGNED: 'has a self-signed certificate: save it, and set EXTRA_CA_FILE to that file',
  CERT_AUTHORITY:
    'has a certificate from an unknown authority: set EXTRA_CA_FILE to a file with the authority’s own certificate',
  CERT_EXPIRED: 'has a certificate that is not valid today: renew it, or set this machine’s clock',
  CERT_NAME: 'has a certificate for other names: use one of them in {url}',
  LOGIN_REFUSED:
    'refused the login: correct user and password in {url}, with %40 for @; it may need an app password',
  LOGIN_REQUIRED:
    'requires a login: write it in {url}, as in smtps://user:password@mail.company.com',
  MACHINE_REFUSED: 'accepts no email from this machine: use your provider’s mail server in {url}',
  SENDER_REFUSED: 'refuses the sender MAIL_FROM: use an address that it may send for',
  RECIPIENT_REFUSED: 'refused the address in NOTIFY_EMAIL: correct it',
  MAIL_REFUSED: 'refused this email: ./lodemark show ID has its details',
  LATER: 'accepts no email now. The delivery is retried automatically',
  TIMEOUT: 'timed out. The delivery is retried automatically',
} as const;

export type FailureCause = keyof typeof causes;

/**
 * Creates the failure for a cause. `place` is the server's host and port; `setting` names the server.
 * `details` is the server's answer, for the operator. `debug` is the library's message, for the log.
 */
export function causedFailure(
  cause: FailureCause,
  { place, setting }: { place: string; setting: keyof Settings },
  details = '',
  debug?: string,
): DeliveryFailure {
  const reason = `${place} ${causes[cause].replace('{url}', setting)}`;
  const message = `${cause}: ${reason}${details && `. Details: ${details}`}`;
  return new DeliveryFailure(cause, message, { reason, debug });
}

export type CausePatterns = readonly (readonly [RegExp, FailureCause])[];

/** Returns the first cause whose pattern matches. */
export function causeBy(patterns: CausePatterns, text: string): FailureCause | undefined {
  return patterns.find(([pattern]) => pattern.test(text))?.[1];
}

/** The causes of failed connections, by the error code of Node, fetch or OpenSSL. */
export const networkCauses: CausePatterns = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'CERT_SELF_SIGNED'],
  [/^SELF_SIGNED_CERT_IN_CHAIN$|^UNABLE_TO_(VERIFY|GET_ISSUER)/, 'CERT_AUTHORITY'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'CERT_EXPIRED'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'CERT_NAME'],
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, 'TLS_NOT_SPOKEN'],
  [/^ERR_SSL_|^EPROTO$|^ETLS$/, 'TLS_FAILED'],
  [/^(ENOTFOUND|EAI_AGAIN|EDNS)$/, 'NAME_NOT_FOUND'],
  [/^ECONNREFUSED$/, 'PORT_CLOSED'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/, 'NOT_REACHED'],
];

/** The names in a certificate that Node refused because the server's name is not among them. */
export function certificateNames(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('cert' in error)) return undefined;
  const { cert } = error;
  const hasNames = typeof cert === 'object' && cert !== null && 'subjectaltname' in cert;
  return hasNames ? String(cert.subjectaltname) : undefined;
}

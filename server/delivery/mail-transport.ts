import { PassThrough } from 'node:stream';
import type { NodemailerError } from 'nodemailer';
import { brand } from '../../content/brand.ts';
import { isLoopback } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { DeliveryFailure } from './channel.ts';

export interface Mail {
  /** Goes into the Message-ID, so that a second mail about the same thing can be recognised. */
  id: string;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
}

/** A way to send mails from MAIL_FROM. */
export interface MailTransport {
  /** The server's name, for the operator. */
  server: string;
  /** Sends the mail and returns the server's answer as one line. Throws `DeliveryFailure`. */
  send(mail: Mail, signal: AbortSignal): Promise<string>;
}

/**
 * In milliseconds. A server may take ten minutes to say whether it accepts a mail that it has
 * (RFC 5321 §4.5.3.2.6): who stops waiting earlier sends it twice.
 */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 600_000 };

/** After how long a try to send is aborted, in milliseconds. */
export const sendLimit = timeouts.socketTimeout + 60_000;

/** Sends mails by SMTP. */
export function smtpTransport({ url, from }: NonNullable<Config['mail']>): MailTransport {
  const server = new URL(url);
  const domain = from.slice(from.lastIndexOf('@') + 1);
  /** The Message-IDs of mails whose last byte was sent: the server may accept them from then on. */
  const sent = new Set<unknown>();
  const connect = async () => {
    // Loaded only here: many servers never send a mail.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      // A password is never sent in the clear, except to this machine.
      requireTLS: server.username !== '' && !isLoopback(server.hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
      ...timeouts,
    });
    return transport.use('stream', ({ message, data }, done) => {
      message.transform(() => new PassThrough().on('end', () => sent.add(data.messageId)));
      done();
    });
  };
  const transport = connect();
  return {
    server: server.hostname,
    async send({ id, to, replyTo, ...body }, signal) {
      const messageId = `<${id}@${domain}>`;
      try {
        const { response } = await (await transport).sendMail({
          ...body,
          from: { name: brand.name, address: from },
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          messageId,
          // Asks for no out-of-office answers: RFC 3834 §5.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
        return response;
      } catch (error) {
        throw failureFrom(error, sent.has(messageId));
      } finally {
        sent.delete(messageId);
      }
    },
  };
}

/**
 * Up to the DATA command every mail fails alike: same server, sender and recipient. A permanent
 * failure (5yz) from DATA on (RFC 5321 §4.1.1.4) can be about this one mail; a transient one (4yz)
 * says that the server cannot accept any now (§4.2.1). `sent`: it has the whole mail.
 */
function failureFrom(error: unknown, sent: boolean): DeliveryFailure {
  if (!isNodemailerError(error)) return new DeliveryFailure('rejected', 'MAIL', String(error));
  const { code = 'MAIL', command, responseCode } = error;
  if (sent && responseCode === undefined)
    return new DeliveryFailure(
      'unknown',
      'UNKNOWN',
      `The answer is unknown: the server has the mail and did not say whether it accepts it (${error.message})`,
    );
  const transient = responseCode !== undefined && responseCode < 500;
  const rejected = (command === 'DATA' || code === 'EMESSAGE') && !transient;
  const answered = responseCode === undefined ? code : `SMTP ${responseCode}`;
  return new DeliveryFailure(rejected ? 'rejected' : 'unavailable', answered, error.message);
}

function isNodemailerError(error: unknown): error is NodemailerError {
  return error instanceof Error;
}

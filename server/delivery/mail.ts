import type { NodemailerError } from 'nodemailer';
import { brand } from '../../content/brand.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { type Channel, DeliveryFailure } from './channel.ts';
import { composeMail } from './mail-text.ts';

/**
 * Mail to the provider through SMTP. The Message-ID is made from the delivery's id, so that a
 * repeat can be recognised.
 */
export function mailChannel({ url, from, to }: NonNullable<Config['mail']>): Channel {
  const server = new URL(url);
  const domain = from.slice(from.lastIndexOf('@') + 1);
  // Loaded only here: many servers never send a mail.
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      // A password is never sent in the clear, except to this machine.
      requireTLS: server.username !== '' && !isLoopback(server.hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  const transport = connect();
  return {
    name: 'mail',
    target: `${to} through ${server.hostname}`,
    async deliver({ id, booking, quarantined }, signal) {
      const replyTo = booking && { name: '', address: booking.email };
      try {
        const { response } = await (await transport).sendMail({
          ...composeMail(booking, quarantined),
          from: { name: brand.name, address: from },
          to: { name: '', address: to },
          ...(replyTo && { replyTo }),
          messageId: `<${id}@${domain}>`,
          // Asks for no out-of-office answers: RFC 3834 §5.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
        return response;
      } catch (error) {
        throw failureFrom(error);
      }
    },
  };
}

/**
 * Until the message itself is sent every mail meets the same fate: same server, sender and
 * recipient. What is refused for good from DATA on (RFC 5321 §4.1.1.4) can be this one's own fault;
 * a 4yz there says that the server cannot now (§4.2.1).
 */
function failureFrom(error: unknown): DeliveryFailure {
  if (!isNodemailerError(error)) return new DeliveryFailure('refused', 'MAIL', String(error));
  const { code = 'MAIL', command, responseCode } = error;
  const notNow = responseCode !== undefined && responseCode < 500;
  const own = (command === 'DATA' || code === 'EMESSAGE') && !notNow;
  const answered = responseCode === undefined ? code : `SMTP ${responseCode}`;
  return new DeliveryFailure(own ? 'refused' : 'unavailable', answered, error.message);
}

function isNodemailerError(error: unknown): error is NodemailerError {
  return error instanceof Error;
}

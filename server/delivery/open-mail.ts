import type { Config } from '../config/config.ts';
import { serviceTransport } from './mail-service.ts';
import type { MailTransport } from './mail-transport.ts';
import { smtpTransport } from './smtp.ts';

/** The transport that the settings name: SMTP by SMTP_URL, a service's HTTP by MAIL_URL. */
export function openMailTransport(mail: NonNullable<Config['mail']>): MailTransport {
  return mail.url.startsWith('smtp') ? smtpTransport(mail) : serviceTransport(mail);
}

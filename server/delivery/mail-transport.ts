export interface Mail {
  /** Goes into the Message-ID, so that a second mail about the same thing can be recognised. */
  id: string;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
}

/** A file of text. */
interface Attachment {
  filename: string;
  contentType: string;
  content: string;
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
export const answerTimeout = 600_000;

/** After how long a try to send is aborted, in milliseconds. */
export const sendLimit = answerTimeout + 60_000;

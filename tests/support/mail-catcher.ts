import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface MailCatcher {
  url: string;
  port: number;
  /** The emails in the order of arrival. */
  mails: Email[];
  close(): Promise<void>;
}

/** Greets at once. The library waits 100 ms, to catch clients that send too early. */
class PromptServer extends SMTPServer {
  override connect(...args: Parameters<SMTPServer['connect']>): void {
    super.connect(...args);
    const connection = [...this.connections].at(-1);
    if (connection === undefined) return;
    connection.connectionReady();
    connection.connectionReady = () => {};
  }
}

/** A real SMTP server on loopback. It accepts every email, unless `behaviour` refuses it. */
export async function startMailCatcher(
  behaviour: Partial<SMTPServerOptions> = {},
): Promise<MailCatcher> {
  const mails: Email[] = [];
  const server = new PromptServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    logger: false,
    onData(stream, _session, callback) {
      Array.fromAsync(stream)
        .then((chunks) => PostalMime.parse(Buffer.concat(chunks)))
        .then((mail) => {
          mails.push(mail);
          callback(null, 'Ok: caught');
        }, callback);
    },
    ...behaviour,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

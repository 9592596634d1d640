import { brand } from '../../../content/brand.ts';
import { isPlainAddress } from '../../config/addresses.ts';
import { escapeHtml } from '../../visible-text.ts';
import type { Channel } from '../delivery/channel.ts';
import { htmlPage, type MailContent, type MailTransport, sendLimit, testSubject } from './mail.ts';
import { composeNotice, type NoticeSettings } from './notice.ts';

/** The channel that emails the provider, at the addresses `to`. */
export function mailChannel(
  transport: MailTransport,
  to: readonly string[],
  settings: NoticeSettings,
): Channel {
  return {
    name: 'mail',
    target: `${to.join(', ')} through ${transport.server}`,
    tryLimit: sendLimit,
    deliver({ id, lead }, signal) {
      const message = lead ? composeNotice(lead, settings) : composeTest();
      const email = lead?.booking.email;
      const replyTo = email !== undefined && isPlainAddress(email) ? email : undefined;
      return transport.send({ ...message, id, to, replyTo }, signal);
    },
  };
}

function composeTest(): MailContent {
  const heading = 'This is a test';
  const text = `Email from ${brand.name} reaches you. Requests from visitors will arrive like this.`;
  return {
    subject: testSubject,
    text: `${heading}\n\n${text}\n`,
    html: htmlPage(heading, `<p>${escapeHtml(text)}</p>`),
  };
}

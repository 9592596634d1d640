import { brand } from '../../../content/brand.ts';
import { isPlainAddress } from '../../config/addresses.ts';
import { escapeHtml } from '../../visible-text.ts';
import type { Channel } from '../delivery/channel.ts';
import {
  buttonsOf,
  htmlPage,
  type MailContent,
  type MailTransport,
  sendLimit,
  testSubject,
} from './mail.ts';
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
    deliver({ id, lead, confirmationUrl }, signal) {
      const message = lead ? composeNotice(lead, settings) : composeTest(confirmationUrl);
      const email = lead?.booking.email;
      const replyTo = email !== undefined && isPlainAddress(email) ? email : undefined;
      return transport.send({ ...message, id, to, replyTo }, signal);
    },
  };
}

function composeTest(url: string | undefined): MailContent {
  const heading = 'This is a test';
  const text = `Email from ${brand.name} reaches you. Requests from visitors will arrive like this.`;
  const links = url === undefined ? [] : [{ label: 'Confirm that it arrived', url }];
  const addresses = links.map((link) => `${link.label}:\n${link.url}`);
  return {
    subject: testSubject,
    text: `${[heading, text, ...addresses].join('\n\n')}\n`,
    html: htmlPage(heading, `<p>${escapeHtml(text)}</p>${buttonsOf(links)}`),
  };
}

import type { ChatService } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { testSubject } from '../mail/mail.ts';
import type { Channel, Notice } from './channel.ts';
import { leadLinks, noticeHeading, rowsOf } from './notice.ts';
import { jsonMessage, type Message, post } from './post.ts';

/** Characters of the longest line, so that a message stays below Discord's limit of 2000. */
const lineLength = 300;

/** A message for a chat. The lines contain visitors' text. */
export interface ChatMessage {
  heading: string;
  lines: readonly string[];
  closing: readonly string[];
}

type Chat = NonNullable<Config['chat']>;

/** The provider's chat as a channel for bookings. */
export function chatChannel(chat: Chat, config: Config): Channel {
  return {
    name: 'chat',
    // The path contains the secret.
    target: new URL(chat.url).origin,
    deliver: (notice, signal) => postToChat(chat, noticeMessage(notice, config), signal),
  };
}

/**
 * Posts the message in the service's format, and returns the answer's status. Slack, Teams and Discord show a
 * visitor's text without links, mentions or formatting. Throws `DeliveryFailure`.
 */
export function postToChat({ service, url }: Chat, message: ChatMessage, signal: AbortSignal) {
  const lines = message.lines.map((line) => line.slice(0, lineLength).toWellFormed());
  return post('CHAT_URL', url, formats[service]({ ...message, lines }), signal);
}

function noticeMessage({ lead }: Notice, config: Config): ChatMessage {
  if (lead === undefined) return { heading: testSubject, lines: [], closing: [] };
  const links = leadLinks(lead, config).filter(({ label }) => !label.startsWith('Again'));
  return {
    heading: noticeHeading,
    lines: rowsOf(lead, config).map(([label, text]) => `${label}: ${text}`),
    closing: links.map(({ label, url }) => `${label}: ${url}`),
  };
}

const formats: Readonly<Record<ChatService, (message: ChatMessage) => Message>> = {
  /** https://docs.slack.dev/messaging/formatting-message-text#escaping */
  slack(message) {
    const text = textOf(message);
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return jsonMessage({ text: escaped });
  },
  /** https://docs.discord.com/developers/resources/webhook#execute-webhook */
  discord: (message) => jsonMessage({ content: textOf(message), allowed_mentions: { parse: [] } }),
  /**
   * An Adaptive Card, the only format that Workflows accept. A TextRun shows Markdown as plain text:
   * https://learn.microsoft.com/adaptive-cards/schema-explorer/text-run
   */
  teams({ heading, lines, closing }) {
    const block = (text: string) => ({ type: 'TextBlock', text, wrap: true });
    const body = [
      { ...block(heading), weight: 'Bolder' },
      ...lines.map((text) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] })),
      ...closing.map(block),
    ];
    const content = { type: 'AdaptiveCard', version: '1.4', body };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    const attachments = [{ contentType, contentUrl: null, content }];
    return jsonMessage({ type: 'message', attachments });
  },
  /** Plain text: https://docs.ntfy.sh/publish/ */
  ntfy: ({ heading, lines, closing }) => ({
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: [heading, ...lines, ...closing].join('\n'),
  }),
};

/** Puts the lines into a code block. Replaces backticks, because they could end the block. */
function textOf({ heading, lines, closing }: ChatMessage): string {
  const code = lines.map((line) => line.replaceAll('`', "'"));
  const block = code.length > 0 ? ['```', ...code, '```'] : [];
  return [heading, ...block, ...closing].join('\n');
}

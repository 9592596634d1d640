import type { Settings } from '../config/settings.ts';
import type { Notice } from './channel.ts';
import { noticeHeading, quarantinedText, rowsOf, testSubject } from './mail.ts';

type ChatFormat = Exclude<Settings['WEBHOOK_FORMAT'], 'standard'>;

/** The most of one line: with all of them a message stays below the 2000 characters of Discord. */
const lineLength = 500;

/** What people read in a chat. In the lines stands what visitors wrote. */
export interface ChatMessage {
  heading: string;
  lines: readonly string[];
  closing: readonly string[];
}

/**
 * The message as the JSON that a chat's incoming webhook takes. What a visitor wrote stands where the
 * chat makes no links, mentions or formatting of it.
 */
export function composeMessage(format: ChatFormat, message: ChatMessage): object {
  const lines = message.lines.map((line) => line.slice(0, lineLength).toWellFormed());
  return messages[format]({ ...message, lines });
}

/** The message of a booking, or of a test. */
export function noticeMessage({ booking, quarantined }: Notice): ChatMessage {
  if (booking === undefined) return { heading: testSubject, lines: [], closing: [] };
  return {
    heading: noticeHeading,
    lines: rowsOf(booking).map(([label, text]) => `${label}: ${text}`),
    closing: quarantinedText(quarantined),
  };
}

const messages: Readonly<Record<ChatFormat, (message: ChatMessage) => object>> = {
  /** https://docs.slack.dev/messaging/formatting-message-text#escaping */
  slack: (message) => ({
    text: textOf(message).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  }),
  /** https://docs.discord.com/developers/resources/webhook#execute-webhook */
  discord: (message) => ({ content: textOf(message), allowed_mentions: { parse: [] } }),
  /**
   * An Adaptive Card, which is all that Workflows take. A TextRun knows no Markdown, as a fact does:
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
    return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
  },
};

/** The lines in a code block, which a backtick of the visitor's must not end. */
function textOf({ heading, lines, closing }: ChatMessage): string {
  const code = lines.map((line) => line.replaceAll('`', "'"));
  const block = code.length > 0 ? ['```', ...code, '```'] : [];
  return [heading, ...block, ...closing].join('\n');
}

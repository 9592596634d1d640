import { describe, expect, test } from 'vitest';
import type { ChatService } from '../../server/config/addresses.ts';
import { chatChannel } from '../../server/desk/delivery/chat.ts';
import { noticeHeading } from '../../server/desk/mail/notice.ts';
import { filledIn } from '../../server/visible-text.ts';
import { ada } from '../support/ada.ts';
import { deliverOnce, plainConfig, receiver } from '../support/delivery.ts';

/** A chat on loopback, with the posted messages. */
async function chat(service: ChatService) {
  const { url, calls: posted } = await receiver();
  const settings = { service, url };
  return { settings, channel: chatChannel(settings, plainConfig), posted };
}

describe('CHAT_URL', () => {
  const name = '<!channel> <@U1> @everyone ``` [a](https://a.example) *b* & \u202ec';
  const at = 'Received: Fri, 2 Jan 2026, 00:00 (UTC)';
  const rows = (shown: string) => [
    ...filledIn({ ...ada, name: shown }).map(([label, text]) => `${label}: ${text}`),
    at,
    'Lead no.: 1',
  ];
  const visible = name.replace('\u202e', '\\u202e');
  const inBlock = (shown: string) => [noticeHeading, '```', ...rows(shown), '```'].join('\n');
  const plain = visible.replaceAll('`', "'");
  const block = (text: string) => ({ type: 'TextBlock', text, wrap: true });

  test.each<[ChatService, object]>([
    [
      'slack',
      {
        text: inBlock(plain.replace('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
      },
    ],
    ['discord', { content: inBlock(plain), allowed_mentions: { parse: [] } }],
    [
      'teams',
      {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            contentUrl: null,
            content: {
              type: 'AdaptiveCard',
              version: '1.4',
              body: [
                { ...block(noticeHeading), weight: 'Bolder' },
                ...rows(visible).map((text) => ({
                  type: 'RichTextBlock',
                  inlines: [{ type: 'TextRun', text }],
                })),
              ],
            },
          },
        ],
      },
    ],
  ])(
    '%s gets a message in which a visitor’s text creates no link and no mention',
    async (service, message) => {
      const { channel, posted } = await chat(service);
      expect((await deliverOnce(channel, { name })).tries).toEqual({ delivered: 1, failed: 0 });
      expect(posted.map(({ body }) => JSON.parse(body))).toEqual([message]);
      expect(posted[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    },
  );

  test('ntfy gets plain text', async () => {
    const { channel, posted } = await chat('ntfy');
    const { tries } = await deliverOnce(channel, { name: 'Zoë' });
    expect(tries).toEqual({ delivered: 1, failed: 0 });
    expect(posted).toEqual([
      {
        headers: expect.objectContaining({ 'content-type': 'text/plain; charset=utf-8' }),
        body: [noticeHeading, ...rows('Zoë')].join('\n'),
      },
    ]);
  });

  test('discord gets fewer than 2000 characters for the longest booking', async () => {
    const { channel, posted } = await chat('discord');
    const longest = `a${'\u202e'.repeat(199)}`;
    const email = `${'a'.repeat(242)}@example.com`;
    await deliverOnce(channel, { name: longest, company_name: longest, email });
    const { content } = JSON.parse(posted[0]?.body ?? '{}');
    expect(content).toEqual(expect.any(String));
    expect(content.length).toBeLessThan(2000);
  });
});

import { describe, expect, test } from 'vitest';
import type { ChatService } from '../../server/config/addresses.ts';
import { chatChannel } from '../../server/desk/delivery/chat.ts';
import { noticeHeading, rowsOf } from '../../server/desk/delivery/notice.ts';
import { findBooking } from '../../server/store/bookings.ts';
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
  const inBlock = (rows: string[]) =>
    [noticeHeading, '```', ...rows.map((row) => row.replaceAll('`', "'")), '```'].join('\n');
  const escaped = (text: string) =>
    text.replace('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const block = (text: string) => ({ type: 'TextBlock', text, wrap: true });

  /** Posts about a booking with this name. Returns what was posted, and the lead's rows. */
  async function postAbout(service: ChatService, name: string) {
    const { channel, posted } = await chat(service);
    const { store, tries } = await deliverOnce(channel, { name });
    expect(tries).toEqual({ delivered: 1, failed: 0 });
    const { booking } = (await findBooking(store, 1)) ?? expect.fail();
    const rows = rowsOf({ booking, earlier: [] }, plainConfig).map((row) => row.join(': '));
    return { posted, rows };
  }

  test.each<[ChatService, (rows: string[]) => object]>([
    ['slack', (rows) => ({ text: escaped(inBlock(rows)) })],
    ['discord', (rows) => ({ content: inBlock(rows), allowed_mentions: { parse: [] } })],
    [
      'teams',
      (rows) => ({
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
                ...rows.map((text) => ({
                  type: 'RichTextBlock',
                  inlines: [{ type: 'TextRun', text }],
                })),
              ],
            },
          },
        ],
      }),
    ],
  ])(
    '%s gets a message in which a visitor’s text creates no link and no mention',
    async (service, message) => {
      const { posted, rows } = await postAbout(service, name);
      expect(rows[0]).toContain(name.replace('\u202e', '\\u202e'));
      expect(posted.map(({ body }) => JSON.parse(body))).toEqual([message(rows)]);
      expect(posted[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    },
  );

  test('ntfy gets plain text', async () => {
    const { posted, rows } = await postAbout('ntfy', 'Zoë');
    expect(posted).toEqual([
      {
        headers: expect.objectContaining({ 'content-type': 'text/plain; charset=utf-8' }),
        body: [noticeHeading, ...rows].join('\n'),
      },
    ]);
    for (const value of Object.values({ ...ada, name: 'Zoë' }))
      expect(posted[0]?.body).toContain(value);
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

import fc from 'fast-check';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { type Booking, bookingFields, bookingOf } from '../../booking/booking.ts';
import { interpolate, placeholderFor, templateOf } from '../../server/http/page-template.ts';
import { markup } from '../../site/markup.ts';
import type { Page } from '../../site/site.ts';

const typed = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.constantFrom(...'"\'&<>\\/$', '\u2028', '</script>', '&amp;', placeholderFor('name')),
    ),
  )
  .map((parts) => parts.join(''));

test('values filled in are byte for byte what React would render', async () => {
  const template = templateOf(await rendered(bookingOf(placeholderFor)), bookingFields);
  const record = Object.fromEntries(bookingFields.map((field) => [field, typed]));
  const bookings = fc.record(record).map((values) => bookingOf((field) => values[field] ?? ''));
  await fc.assert(
    fc.asyncProperty(bookings, async (values) => {
      const { html } = interpolate(template, values);
      expect(html.toString()).toBe((await rendered(values)).html);
    }),
    { numRuns: 300 },
  );
});

/** The values as they are on the form page: in a text, in a field, and in the island's JSON. */
async function rendered(values: Booking): Promise<Page> {
  const parts = bookingFields.map((key) => [
    createElement('p', { key }, values[key]),
    createElement('input', { key: `${key} field`, defaultValue: values[key] }),
  ]);
  const form = { endpoint: '/rest/v1', failed: values };
  const html = await markup(createElement('form', { 'data-form': JSON.stringify(form) }, parts));
  return { html, policy: '' };
}

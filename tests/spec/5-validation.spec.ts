import { bookingFields } from '../../booking/booking.ts';
import { expect, fields, leaveOpen, submitButton, test } from '../support/specification.ts';
import { fillForm, someBooking } from '../support/visit.ts';

test('Name, companyName and email are all required.', async ({ page, network, request }) => {
  await page.goto('/book');
  for (const missing of bookingFields) {
    await fillForm(page, { ...someBooking(), [missing]: '' });
    await page.locator(submitButton).click();
    await expect(page.locator(`${fields}:invalid`)).toBeFocused();
    await expect(page.locator(`${fields}:invalid`)).toHaveAttribute('id', missing);
    const answer = await request.post('/rest/v1/booking_requests', {
      headers: { apikey: 'public-client-key' },
      data: { ...someBooking(), [missing]: undefined },
    });
    expect(answer.status()).toBe(400);
  }
  // Only the requests of this test.
  expect(network.posts).toHaveLength(bookingFields.length);
});

test("The email input uses the browser's email-type check. @main", async ({ visitor, network }) => {
  await visitor.open('/book');
  await visitor.types({ ...someBooking(), email: 'not an address' });
  await visitor.press('Enter');
  const check = await visitor.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#email');
    return [input?.type, input?.validity.typeMismatch];
  });
  expect(check).toEqual(['email', true]);
  expect(network.posts).toEqual([]);
});

leaveOpen({
  'Length bounds and custom validation messages: not shown.':
    'Name and company have 1 to 200 characters, one of them visible. The browser shows its own messages.',
});

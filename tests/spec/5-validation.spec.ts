import { expect, fields, leaveOpen, submitButton, test } from '../support/specification.ts';
import { someBooking } from '../support/visit.ts';

test('Name, companyName and email are all required.', async ({ visitor, network, request }) => {
  for (const missing of ['name', 'company_name', 'email'] as const) {
    await visitor.types({ ...someBooking(), [missing]: '' });
    await visitor.click(submitButton);
    expect(await visitor.focused(`#${missing}:invalid`)).toBe(true);
    expect(await visitor.shown(`${fields}:invalid`)).toEqual(['']);
    const answer = await request.post('/rest/v1/booking_requests', {
      headers: { apikey: 'public-client-key' },
      data: { ...someBooking(), [missing]: undefined },
    });
    expect(answer.status()).toBe(400);
  }
  // Only the three requests of this test.
  expect(network.posts).toHaveLength(3);
});

test("The email input uses the browser's email-type check. @main", async ({ visitor, network }) => {
  await visitor.sends({ ...someBooking(), email: 'not an address' });
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

import { expect, leaveOpen, test } from '../support/specification.ts';
import { someBooking } from '../support/visit.ts';

test('The product defines no roles.', async ({ request }) => {
  for (const address of ['/', '/book']) {
    const anyone = await request.get(address);
    const named = await request.get(address, {
      headers: { authorization: 'Basic YWRtaW46YWRtaW4=', cookie: 'role=admin' },
    });
    expect(await named.text()).toBe(await anyone.text());
  }
});

test('The landing page and the form are open to any visitor.', async ({ request }) => {
  for (const address of ['/', '/book']) {
    const answer = await request.get(address);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).not.toHaveProperty('set-cookie');
  }
});

test("Submission uses the backend's public client key.", async ({ sent, request }) => {
  expect(sent.request.headers()).toMatchObject({ apikey: 'public-client-key' });
  const refused = await request.post('/rest/v1/booking_requests', {
    headers: { apikey: 'another key' },
    data: someBooking(),
  });
  expect(refused.status()).toBe(401);
});

leaveOpen({
  'Server-side access rules for the booking_requests table: not shown.':
    'The public key may insert the three columns. It cannot read, change or delete anything.',
});

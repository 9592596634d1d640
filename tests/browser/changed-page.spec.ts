import { bookingFields } from '../../booking/booking.ts';
import { alteredFigure, records } from '../../content/en/demonstrations.ts';
import { architecture } from '../../content/en/landing.ts';
import { expect, test } from '../support/specification.ts';
import { someBooking } from '../support/visit.ts';

const fields = bookingFields.map((field) => `#${field}`).join();
const submit = '[type=submit]';

test('sends the form on a page changed by a translator and a password manager @main', async ({
  visitor,
  network,
  program,
}) => {
  const booking = someBooking();
  await visitor.open('/book');
  await visitor.evaluate(changePage, '.booking label, .booking button, .booking h1');
  network.outcomes = [{ status: 400 }];
  for (const field of bookingFields) {
    await visitor.click(`#${field}`);
    await visitor.type(booking[field]);
  }
  await visitor.press('Enter');
  await visitor.until(() => visitor.focused('.banner'), true);
  expect(await visitor.shown(fields)).toEqual(Object.values(booking));
  await visitor.evaluate(changePage, '.banner p, .booking button');
  await visitor.click(submit);
  await visitor.until(() => visitor.focused('#booked'), true);
  expect(program.bookingsFrom(booking.email)).toMatchObject([{ ...booking, language: 'en' }]);
});

test('works completely on a landing page changed by a translator and an extension @main', async ({
  visitor,
}) => {
  await visitor.open('/');
  await visitor.evaluate(changePage, '[data-island] :is(label, p, dt, h3, button)');
  await visitor.click('.drivers label', architecture.drivers.names[2]);
  const { record } = records.samples[2];
  await visitor.until(
    async () => (await visitor.shown('#architecture .record')).join(' ').includes(record),
    true,
  );
  expect(await visitor.focused('.drivers li:nth-child(3) input:checked')).toBe(true);
  await visitor.click('#figure');
  await visitor.type('9');
  await visitor.until(() => visitor.shown('.sealed-record [role=status]'), [alteredFigure.broken]);
  expect(await visitor.focused('#figure')).toBe(true);
});

test('removes pasted invisible characters @main', async ({ visitor }) => {
  await visitor.open('/book');
  const pasted = await visitor.evaluate((all) => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>(all)];
    return inputs.map((input) => {
      input.value = '\u200b\u00a0ada@x.example\u200e\ufeff';
      input.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));
      return input.value;
    });
  }, fields);
  expect(pasted).toEqual(bookingFields.map(() => 'ada@x.example'));
  await visitor.click('#company_name');
  await visitor.type(' Mill');
  expect(await visitor.shown('#company_name')).toEqual(['ada@x.example Mill']);
});

/** Changes the page before the script runs, as translators, iOS and password managers do. Runs in the page. */
function changePage(selector: string): void {
  document.documentElement.lang = 'tr';
  for (const part of document.querySelectorAll(selector)) {
    for (const text of [...part.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)) {
      const font = document.createElement('font');
      const call = document.createElement(part.matches('button, label') ? 'font' : 'a');
      call.setAttribute('href', 'tel:');
      text.replaceWith(font);
      font.append(call);
      call.append(text);
    }
  }
  for (const input of document.querySelectorAll('#company_name, #figure, .drivers input')) {
    const wrapper = document.createElement('div');
    input.replaceWith(wrapper);
    wrapper.append(input, document.createElement('vault-icon'));
  }
}

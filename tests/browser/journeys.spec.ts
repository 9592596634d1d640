import { type Booking, bookingFields, requiredFields } from '../../booking/booking.ts';
import { alteredFigure } from '../../content/en/demonstrations.ts';
import { architecture, solution } from '../../content/en/landing.ts';
import { alerts, bookingForm, controls } from '../../content/en/messages.ts';
import { sections } from '../../content/en/navigation.ts';
import { records } from '../../content/en/records.ts';
import { share } from '../../content/en/share.ts';
import { faultsIn } from '../support/axe.ts';
import { test } from '../support/journey.ts';
import { cutOff, drawnIcons, optionsOutside, placeOf } from '../support/layout.ts';
import { expect, shareName, someBooking } from '../support/visit.ts';
import type { Visitor } from '../support/visitor.ts';

// In the order of this list, one after the other: each engine is started once.
test.describe.configure({ mode: 'default' });

const phone: [number, number] = [390, 844];
const desktop: [number, number] = [1440, 900];
const last = sections[sections.length - 1] ?? sections[0];
const menuButton = '[popovertarget=menu]';
const shareButton = '[popovertarget=share]';
const submit = '[type=submit]';
/** What would leave an attribute, an element and the inlined JSON, if something let it. */
const hostile = `"'></script><img src="nowhere" onerror="alert()"><!-- &quot; \\u003c`;
const fields = bookingFields.map((field) => `#${field}`).join();

test('sees all of both pages and the error screen, no sideways scroll', async ({ visitor }) => {
  for (const address of ['/', '/book', '/nowhere']) {
    await visitor.open(address);
    // From wide to narrow, as a window is made smaller or a tablet is turned.
    for (const width of [1440, 768, 320]) {
      await visitor.resize(width, 900);
      expect(await cutOff(visitor), `${address} at ${width} px`).toEqual([]);
    }
  }
});

test('sees every icon, drawn from the one file of them', async ({ visitor }) => {
  await visitor.resize(...desktop);
  await visitor.open('/');
  const names = solution.claims.map(({ icon }) => icon);
  await visitor.until(() => visitor.evaluate(drawnIcons, '.schedule use'), names);
});

test('goes through the menu by key, and on from the section that was chosen', async ({
  visitor,
}) => {
  await visitor.resize(...phone);
  await visitor.open('/');
  await tabTo(visitor, menuButton);
  await visitor.press('Enter');
  await visitor.until(async () => (await visitor.shown('#menu')).length, 1);
  await visitor.press('Tab');
  await visitor.until(() => visitor.focused('#menu a'), true);
  await expectNoFault(visitor, '#menu');
  await visitor.press('Escape');
  await visitor.until(() => visitor.shown('#menu'), []);
  expect(await visitor.focused(menuButton)).toBe(true);
  await visitor.press('Enter');
  await visitor.click('#menu a', last.name);
  await visitor.until(() => visitor.evaluate(placeOf, last.id), 80);
  await tabTo(visitor, '#join a[href="/book"]', 4);
});

test('closes the share menu and its alert by Escape and by a press next to them, back at the button', async ({
  visitor,
}) => {
  await visitor.resize(...desktop);
  await visitor.open('/');
  await visitor.click(shareButton);
  await visitor.until(async () => (await visitor.shown('#share li')).length, share.options.length);
  const foreign = await visitor.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('#share [target]')].map(({ rel }) => rel),
  );
  expect(foreign).toEqual(Array(3).fill('noopener'));
  await expectNoFault(visitor, '#share');
  for (const close of [() => visitor.press('Escape'), () => visitor.tap(5, 300)]) {
    await close();
    await visitor.until(() => visitor.shown('#share'), []);
    await visitor.until(() => visitor.focused(shareButton), true);
    await visitor.press('Enter');
  }
  await visitor.click('#share button', shareName('instagram'));
  await visitor.until(() => visitor.focused('#copied'), true);
  await expectNoFault(visitor, '#copied');
  await visitor.press('Escape');
  await visitor.until(() => visitor.shown('#copied'), []);
  await visitor.until(() => visitor.focused(shareButton), true);
});

test('reaches every way to share wherever its button stands, at 200 % too', async ({ visitor }) => {
  await visitor.open('/');
  for (const [width, height] of [
    [1440, 862],
    [447, 806],
    [1366, 662],
    [2560, 1440],
    [320, 568],
    [320, 256],
  ] as const) {
    await visitor.resize(width, height);
    expect(await visitor.evaluate(optionsOutside), `${width}×${height}`).toEqual([]);
  }
});

test('follows the sample record of a driver, chosen by press and by key', async ({ visitor }) => {
  for (const size of [phone, desktop]) {
    await visitor.resize(...size);
    await visitor.open('/');
    await visitor.click('.drivers li', architecture.drivers.names[2]);
    const shows = (driver: 2 | 3) => {
      const { record, shares } = records.samples[driver];
      return visitor.until(async () => {
        const shown = (await visitor.shown('#architecture .record')).join(' ');
        return [record, ...shares].filter((text) => !shown.includes(text));
      }, []);
    };
    await shows(2);
    await visitor.press('ArrowDown');
    await shows(3);
    // All of the page.
    await expectNoFault(visitor);
  }
});

test('alters a figure and restores it, and has a certificate drawn, by key', async ({
  visitor,
}) => {
  const focus = (selector: string) =>
    visitor.evaluate((it) => document.querySelector<HTMLElement>(it)?.focus(), selector);
  await visitor.resize(...desktop);
  await visitor.open('/');
  await focus('#figure');
  await visitor.press('9');
  await visitor.until(() => visitor.shown('.altered [role=status]'), [alteredFigure.broken]);
  await expectNoFault(visitor, '#security');
  await visitor.press('Tab', 'Tab', 'Enter');
  await visitor.until(() => visitor.shown('.altered [role=status]'), [alteredFigure.intact]);
  await visitor.open('/book');
  await focus('#name');
  await visitor.type('Ada');
  await visitor.until(() => visitor.shown('.certificate-name'), ['Ada']);
  await expectNoFault(visitor);
});

test('asks for a call by key, through a failure', async ({ visitor, network }) => {
  const booking = someBooking();
  await visitor.resize(...phone);
  await visitor.open('/book');
  await visitor.until(
    () => visitor.evaluate(() => 'islands' in document.documentElement.dataset),
    true,
  );
  await tabTo(visitor, '#name');
  await fillOthers(visitor, booking);
  network.outcomes = [{ status: 400 }];
  await visitor.type(booking.name);
  await visitor.press('Tab', ...booking.company_name, 'Tab', ...booking.email, 'Enter');
  await visitor.until(() => visitor.focused('.banner'), true);
  await expectNoFault(visitor);
  await tabTo(visitor, submit);
  await visitor.press('Enter');
  await visitor.until(() => visitor.focused('#booked'), true);
  await expectNoFault(visitor, '#booked');
  await tabTo(visitor, '#booked .dialog-close');
  await visitor.press('Enter');
  await visitor.until(() => visitor.shown('#booked'), []);
});

test('finds menu, share and form without a script', async ({ visitor, network, program }) => {
  network.headers['content-security-policy'] = "script-src 'none'";
  const booking = { ...someBooking(), name: hostile };
  await visitor.resize(...phone);
  await visitor.open('/');
  await visitor.click(menuButton);
  await visitor.click('#menu a', last.name);
  await visitor.until(() => visitor.evaluate(placeOf, last.id), 80);
  expect(await visitor.shown('#menu')).toEqual([]);
  await visitor.click(shareButton);
  const links = share.options.filter(({ id }) => id !== 'instagram');
  await visitor.until(async () => (await visitor.shown('#share li')).length, links.length);

  await visitor.open('/book');
  await visitor.click(submit);
  expect((await visitor.shown('.field :invalid')).length).toBe(requiredFields.length);
  await fillOthers(visitor, booking);
  await visitor.click('#name');
  await visitor.press(...booking.name, 'Tab', ' ', 'Tab', ...booking.email);
  // As from a browser that checks nothing.
  await visitor.evaluate(() => document.querySelector('form')?.setAttribute('novalidate', ''));
  await visitor.click(submit);
  await visitor.until(() => visitor.shown('.banner'), [bookingForm.failed]);
  expect(await visitor.focused('.banner')).toBe(true);
  expect(await visitor.shown(fields)).toEqual(Object.values({ ...booking, company_name: ' ' }));
  expect(await visitor.shown('[src=nowhere]')).toEqual([]);
  expect(await visitor.shown('#failure-note a')).toHaveLength(1);
  await visitor.click('#company_name');
  await visitor.type(booking.company_name);
  await visitor.click(submit);
  await visitor.until(() => visitor.shown('#booked-title'), [alerts.booked]);
  // Such a name looks like spam: stored and thanked for all the same.
  const spam_signals = 'markup';
  expect(program.bookingsFrom(booking.email)).toMatchObject([{ ...booking, spam_signals }]);
  await visitor.click('#booked a', controls.close);
  await visitor.until(() => visitor.shown('#booked'), []);
});

test('finds the sections and the way home from the error screen', async ({ visitor }) => {
  await visitor.resize(...phone);
  await visitor.open('/nowhere');
  expect(await visitor.shown('nav a')).toEqual(sections.map(({ name }) => name));
  await expectNoFault(visitor);
  await visitor.click('nav a', last.name);
  await visitor.until(() => visitor.evaluate(() => location.hash), `#${last.id}`);
  await visitor.until(() => visitor.evaluate(placeOf, last.id), 80);
  await visitor.open('/nowhere');
  await visitor.click('a', controls.backToHome);
  await visitor.until(() => visitor.evaluate(() => location.pathname), '/');
});

async function expectNoFault(visitor: Visitor, part?: string) {
  expect(await faultsIn(visitor.run, part)).toEqual([]);
}

/** Fills in what a form asks for beside the three fields that the journeys type. */
async function fillOthers(visitor: Visitor, booking: Booking) {
  await visitor.evaluate((values) => {
    for (const [name, value] of values) {
      const field = document.querySelector<HTMLInputElement>(`#${name}`);
      if (field) field.value = value;
    }
  }, Object.entries(booking).slice(3));
}

/** Goes on by key until this has the focus. */
async function tabTo(visitor: Visitor, selector: string, most = 20) {
  for (let stops = 0; stops <= most; stops += 1) {
    if (await visitor.focused(selector)) return;
    await visitor.press('Tab');
  }
  throw new Error(`no key leads to ${selector}`);
}

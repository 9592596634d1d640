import { describe, expect, test } from 'vitest';
import { parseBooking } from '../../booking/booking.ts';
import { ada } from '../support/ada.ts';

/** The kind of violation in a field of a row, or undefined. */
function kindOf(field: string, value: unknown) {
  const parsed = parseBooking({ ...ada, [field]: value });
  return parsed.ok
    ? undefined
    : parsed.violations.find((violation) => violation.field === field)?.kind;
}

describe('a booking', () => {
  test('has no invisible characters at the ends of its fields', () => {
    const parsed = parseBooking({
      ...ada,
      name: '\0 \u2066Ada Lovelace\u2069\n\0',
      company_name: '\u00a0\u3164Analytical Engines\u3000',
      email: '\ufeff\tada@example.com\u200b\u200e\u00a0 ',
    });
    expect(parsed).toEqual({ ok: true, booking: ada });
    const whole = { ...ada, name: '🏳️‍🌈 می‌خواهم ❤️', company_name: '🏴󠁧󠁢󠁥󠁮󠁧󠁿' };
    expect(parseBooking(whole)).toEqual({ ok: true, booking: whole });
  });

  test('ignores inherited properties', () => {
    const parsed = parseBooking(
      JSON.parse('{"__proto__": {"name": "a", "company_name": "b", "email": "a@b.c"}}'),
    );
    expect(parsed.ok).toBe(false);
  });
});

describe.each(['name', 'company_name'])('the %s', (field) => {
  test('is refused with a NUL or a lone surrogate between letters, or with nothing visible', () => {
    expect(kindOf(field, 'a\0b')).toBe('nul');
    expect(kindOf(field, 'a\ud800b')).toBe('surrogate');
    expect(kindOf(field, '\u200b\u3164')).toBe('check');
  });

  test.each([
    ['one letter', 'a'],
    ['200 letters between spaces, which are not counted', ` ${'a'.repeat(200)} `],
    ['200 emoji, counted as code points and not as UTF-16 units', '😀'.repeat(200)],
  ])('is accepted with %s', (_, value) => {
    expect(kindOf(field, value)).toBeUndefined();
    expect(kindOf(field, `${value.trim()}${'a'.repeat(200)}`)).toBe('check');
  });
});

describe('the email address', () => {
  const limit = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
  const whole = "a@b ada@example.com o'neil+tag@sub.example.co a.b!#$%&*/=?^_`{|}~-@example.com";

  test.each([...whole.split(' '), limit])('%s is accepted', (email) => {
    expect(kindOf('email', email)).toBeUndefined();
  });

  test.each([
    ['jorg@münchen.de', 'jorg@xn--mnchen-3ya.de'],
    ['info@例え.jp', 'info@xn--r8jz45g.jp'],
    ['a@MÜNCHEN.example', 'a@xn--mnchen-3ya.example'],
  ])('%s is stored as %s', (email, ascii) => {
    const parsed = parseBooking({ ...ada, email });
    expect(parsed).toEqual({ ok: true, booking: { ...ada, email: ascii } });
  });

  const broken = 'ab a@ @b.c a@-b.c a@b-.c a@b..c a@b.c. a@b@c jörg@example.com a@ü.1 a,b@c.d';
  const others = ['a b@c.d', 'a@b c', 'a@exämple.com/b', 'a@exämple.com:80'];
  const long = [`a@${'b'.repeat(64)}.c`, `${limit}d`];

  test.each([...broken.split(' '), ...others, ...long])('%s is refused', (email) => {
    expect(kindOf('email', email)).toBe('check');
  });
});

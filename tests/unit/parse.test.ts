import { describe, expect, test } from 'vitest';
import { parseBooking } from '../../booking/parse.ts';
import { ada } from '../support/ada.ts';

/** The kind of the violation that a row has in a field, or undefined. */
function kindOf(field: string, value: unknown) {
  const parsed = parseBooking({ ...ada, [field]: value });
  return parsed.ok
    ? undefined
    : parsed.violations.find((violation) => violation.field === field)?.kind;
}

describe('a booking', () => {
  test('is given with its fields trimmed as JavaScript trims', () => {
    const parsed = parseBooking({
      ...ada,
      name: '  Ada Lovelace\n',
      company_name: '\u00a0Analytical Engines\u3000',
      email: '\tada@example.com ',
    });
    expect(parsed).toEqual({ ok: true, booking: ada });
  });

  test('holds its fields and nothing else', () => {
    expect(parseBooking({ ...ada, id: 7, extra: 'x' })).toEqual({ ok: true, booking: ada });
  });

  test('is refused with every violation, in the order of the fields', () => {
    expect(parseBooking({ ...ada, name: 5, company_name: undefined, email: 'x' })).toEqual({
      ok: false,
      violations: [
        { field: 'name', kind: 'not-text' },
        { field: 'company_name', kind: 'missing' },
        { field: 'email', kind: 'check' },
      ],
    });
  });

  test('finds nothing in what a prototype gives', () => {
    const parsed = parseBooking(
      JSON.parse('{"__proto__": {"name": "a", "company_name": "b", "email": "a@b.c"}}'),
    );
    expect(parsed.ok).toBe(false);
  });
});

describe.each(['name', 'company_name'])('the %s', (field) => {
  test.each([
    ['missing', undefined, 'missing'],
    ['null', null, 'missing'],
    ['a number', 7, 'not-text'],
    ['an object', { a: 1 }, 'not-text'],
    ['an array', ['a'], 'not-text'],
    ['a truth value', true, 'not-text'],
    ['with a NUL', 'a\0b', 'nul'],
    ['with a lone surrogate', 'a\ud800b', 'surrogate'],
    ['empty', '', 'check'],
    ['blank', ' \u2003\n', 'check'],
    ['of 201 letters', 'a'.repeat(201), 'check'],
    ['of zero-width spaces', '\u200b\u200b', 'check'],
    ['of a Hangul filler', '\u3164', 'check'],
  ])('is refused when %s', (_, value, kind) => {
    expect(kindOf(field, value)).toBe(kind);
  });

  test.each([
    ['one letter', 'a'],
    ['200 letters', 'a'.repeat(200)],
    ['200 letters in blanks, which do not count', ` ${'a'.repeat(200)} `],
    ['200 emoji, counted as code points and not as UTF-16 units', '😀'.repeat(200)],
  ])('is accepted with %s', (_, value) => {
    expect(kindOf(field, value)).toBeUndefined();
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
  ])('%s is taken as %s', (email, ascii) => {
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

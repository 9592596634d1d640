import { expect, test } from 'vitest';
import { visibleText, visibleWords } from '../../server/visible-text.ts';

test.each([
  ['a tag character', 'A\u{e0041}', 'A\\udb40\\udc41'],
  ['a zero-width space', 'A\u200bda', 'A\\u200bda'],
  ['a soft hyphen', 'A\u00adda', 'A\\u00adda'],
  ['a variation selector', 'A\ufe01', 'A\\ufe01'],
  ['a variation selector of plane 14', 'A\u{e0100}', 'A\\udb40\\udd00'],
  ['a Hangul filler', 'A\u3164', 'A\\u3164'],
  ['a byte order mark', '\ufeffA', '\\ufeffA'],
  ['a direction mark', 'A\u202eda', 'A\\u202eda'],
  ['a line break', 'A\nBcc: b', 'A\\u000aBcc: b'],
])('%s is shown as its code', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('emoji and joined scripts are unchanged', () => {
  for (const text of ['👩\u200d💻 ❤\ufe0f', 'می\u200cخواهم', 'क्\u200dष', 'Zoë 李 e\u0301'])
    expect(visibleText(text)).toBe(text);
});

test('a server’s text becomes one line of at most 600 characters', () => {
  expect(visibleWords(' 550\r\n no\u200b \u001b[2J ')).toBe('550 no\\u200b [2J');
  expect(visibleWords('\u202e'.repeat(600))).toHaveLength(600);
});

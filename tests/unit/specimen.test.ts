import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { guilloche } from '../../site/illustrations/guilloche.ts';
import { type Band, bandsOf, families, serialOf } from '../../site/illustrations/specimen.ts';

const bandNames = ['ground', 'lace', 'field', 'core'] as const;
const serialFrom = (value: number) => value.toString(16).toUpperCase().padStart(10, '0');
const linesOf = (serial: string) => bandNames.map((name) => pathOf(bandsOf(serial)[name]));
const pathOf = ({ curve, repeats, step, shrink }: Band) =>
  [guilloche(curve), repeats, step, shrink].join(' ');

test('the serial is the first 40 bits of the SHA-256 of the trimmed words', async () => {
  const hash = createHash('sha256').update('Ada Lovelace\x1FÉtienne 中文').digest('hex');
  const serial = hash.slice(0, 10).toUpperCase();
  expect(await serialOf(['Ada Lovelace', 'Étienne 中文'])).toBe(serial);
  expect(await serialOf([' Ada Lovelace\t', 'Étienne 中文 '])).toBe(serial);
  expect(await serialOf(['Ada', 'Lovelace'])).not.toBe(await serialOf(['Ada Lovelace', '']));
});

test('the same serial draws the same curves, and each family a different lace or field', () => {
  expect(families).toBeGreaterThanOrEqual(40);
  expect(families).toBeLessThanOrEqual(60);
  const kinds = Array.from({ length: families }, (_, family) => {
    const serial = serialFrom(family);
    expect(linesOf(serial)).toEqual(linesOf(serial));
    const { lace, field } = bandsOf(serial);
    return [pathOf(lace), pathOf(field)].join();
  });
  expect(new Set(kinds).size).toBe(families);
});

import { expect, test } from 'vitest';
import { standalone } from '../../site/components/path-data.ts';

test.each([
  ['M12 5v14', 'M12 5v14'],
  ['m9 18 6-6-6-6', 'M9 18l6-6-6-6'],
  ['m6-3h4', 'M6 -3h4'],
  ['m.5.5 1 1', 'M.5 .5l1 1'],
  ['m 12,5,1,1', 'M12 5l1,1'],
  ['m1e1+2z', 'M1e1 +2z'],
])('%s means the same behind another path as %s', (d, after) => {
  expect(standalone(d)).toBe(after);
});

test('what is no beginning of a path is told', () => {
  expect(() => standalone('12 5v14')).toThrow("No path begins with '12 5v14'");
});

import { brotliCompressSync } from 'node:zlib';
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { DialFace, DialHand } from '../../site/illustrations/dial.tsx';
import { type Curve, guilloche, strand } from '../../site/illustrations/guilloche.ts';
import { Border, borderSvg, Framed } from '../../site/illustrations/ornament.tsx';
import { Rings } from '../../site/illustrations/rings.tsx';
import { Seal, sealSvg } from '../../site/illustrations/seal.tsx';
import { Token } from '../../site/illustrations/token.tsx';

const curves: Record<string, Curve> = {
  'one wave': { radius: 800, waves: [{ count: 12, reach: 90 }] },
  'two waves': {
    radius: 750,
    waves: [
      { count: 7, reach: 120 },
      { count: 21, reach: 40, phase: 1 },
    ],
    beziers: 4,
  },
  'several turns': { radius: 700, waves: [{ count: 17 / 5, reach: 200 }], turns: 5, beziers: 3 },
  loops: { radius: 700, waves: [{ count: 9, reach: 150, sway: 200 }], beziers: 4 },
};

describe.each(Object.entries(curves))('a curve of %s', (_, curve) => {
  const path = guilloche(curve);

  test('is one closed path of whole numbers', () => {
    expect(path).toMatch(/^M-?\d+[ -]\d+c[-\d ]+s[-\d ]+z$/);
    const end = knots(path).at(-1);
    expect(end).toEqual(knots(path)[0]);
  });

  test('has the Béziers it asks for per petal and no more', () => {
    const petals = Math.max(...curve.waves.map(({ count }) => count)) * (curve.turns ?? 1);
    expect(knots(path).length - 1).toBeCloseTo(petals * (curve.beziers ?? 2));
  });

  test('keeps to its waves, at every point and half way between', () => {
    const { radius, waves, turns = 1 } = curve;
    const height = waves.reduce((sum, wave) => sum + wave.reach, 0);
    const points = knots(path).flatMap((point, index) => [
      point,
      ...middles(path).slice(index, index + 1),
    ]);
    for (const [index, [x, y]] of points.entries()) {
      const angle = (2 * Math.PI * turns * index) / (points.length - 1);
      const reach = waves.map(
        (wave) => wave.reach * Math.cos(wave.count * angle + (wave.phase ?? 0)),
      );
      const distance = radius + reach.reduce((sum, part) => sum + part);
      expect(Math.abs(Math.hypot(x, y) - distance)).toBeLessThan(index % 2 ? height / 10 : 1);
    }
  });

  test('is drawn the same every time', () => {
    expect(guilloche(structuredClone(curve))).toBe(path);
  });
});

test('a curve that cannot close, or of too many Béziers, is refused', () => {
  expect(() => guilloche({ radius: 9, waves: [{ count: 7 / 2, reach: 1 }] })).toThrow(
    'do not close',
  );
  expect(() => guilloche({ radius: 9, waves: [{ count: 7, reach: 1 }], beziers: 5 })).toThrow(
    'one to four',
  );
});

test('a strand ends where its next repetition begins', () => {
  const path = strand({ lobe: 60, lobes: 12, waves: 5, widest: 42, narrowest: 8 });
  const points = knots(path);
  expect(path).not.toContain('z');
  expect(points.at(-1)).toEqual([720, points[0]?.[1]]);
});

const drawings: [name: string, budget: number, markup: string][] = [
  ['token', 2200, renderToStaticMarkup(createElement(Token, { initial: 'L' }))],
  ['rings', 1800, renderToStaticMarkup(createElement(Rings))],
  [
    'dial',
    1000,
    renderToStaticMarkup(
      createElement(Fragment, null, createElement(DialFace), createElement(DialHand)),
    ),
  ],
  ['frame', 550, renderToStaticMarkup(createElement(Framed, { petals: 20, picture: '' }))],
  ['border', 600, renderToStaticMarkup(createElement(Border))],
  ['seal', 400, renderToStaticMarkup(createElement(Seal))],
];

describe.each(drawings)('the %s', (_, budget, markup) => {
  test(`costs at most ${budget} bytes of brotli`, () => {
    expect(brotliCompressSync(markup).length).toBeLessThanOrEqual(budget);
  });

  test('has unique ids, and every reference finds its own', () => {
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const references = [...markup.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(references));
  });

  test('is hidden from screen readers and has no style attribute', () => {
    for (const [svg] of markup.matchAll(/<svg[^>]*>/g)) expect(svg).toContain('aria-hidden="true"');
    expect(markup).not.toContain('style=');
  });
});

test('the files have their colours, no class and few bytes', () => {
  const files = [sealSvg('#123456', 'ivory'), borderSvg({ tint: '#123456', pale: 'ivory' })];
  for (const file of files) {
    expect(file).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(file).toContain('#123456');
    expect(file).toContain('ivory');
    expect(file).not.toContain('class');
    expect(brotliCompressSync(file).length).toBeLessThanOrEqual(400);
  }
});

type Point = [x: number, y: number];

/** The points that a path of relative `c` and `s` runs through, its beginning first. */
function knots(path: string): Point[] {
  const [first, ...others] = beziers(path);
  return first ? [first[0], first[3], ...others.map((bezier) => bezier[3])] : [];
}

/** The point half way along each Bézier of a path. */
function middles(path: string): Point[] {
  return beziers(path).map(([a, b, c, d]) => [
    (a[0] + 3 * b[0] + 3 * c[0] + d[0]) / 8,
    (a[1] + 3 * b[1] + 3 * c[1] + d[1]) / 8,
  ]);
}

/** A path read as SVG reads it: every `s` begins with the mirrored handle of the one before. */
function beziers(path: string): [Point, Point, Point, Point][] {
  const [start = [], first = [], rest = []] = path
    .split(/[cs]/)
    .map((part) => (part.match(/-?\d+/g) ?? []).map(Number));
  const [x = Number.NaN, y = Number.NaN, ...numbers] = [...start, ...first, ...rest];
  const found: [Point, Point, Point, Point][] = [];
  let from: Point = [x, y];
  let out: Point = [x + (numbers[0] ?? Number.NaN), y + (numbers[1] ?? Number.NaN)];
  for (let index = 2; index < numbers.length; index += 4) {
    const [cx = Number.NaN, cy = Number.NaN, dx = Number.NaN, dy = Number.NaN] = numbers.slice(
      index,
      index + 4,
    );
    const to: Point = [from[0] + dx, from[1] + dy];
    const into: Point = [from[0] + cx, from[1] + cy];
    found.push([from, out, into, to]);
    out = [2 * to[0] - into[0], 2 * to[1] - into[1]];
    from = to;
  }
  return found;
}

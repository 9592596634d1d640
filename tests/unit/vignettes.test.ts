import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bakeryVignette } from '../../site/illustrations/vignettes/bakery.ts';
import { boxingVignette } from '../../site/illustrations/vignettes/boxing.ts';
import { realEstateVignette } from '../../site/illustrations/vignettes/real-estate.ts';

const BUDGET = 6500;

describe.each([
  ['boxing', boxingVignette],
  ['bakery', bakeryVignette],
  ['real estate', realEstateVignette],
])('the %s vignette', (_name, draw) => {
  const svg = draw();

  it('is one well-formed SVG element of four by three', () => {
    expect(unclosed(svg)).toEqual([]);
    const [, width, height] = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>/.exec(svg) ?? [];
    expect(Number(width) / Number(height)).toBeCloseTo(4 / 3);
  });

  it('draws with finite whole numbers in every path', () => {
    const paths = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path ?? '');
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) expect(path).toMatch(/^[mlhvqcz0-9 -]+$/);
  });

  it('is the same at every drawing', () => {
    expect(draw()).toBe(svg);
  });

  it(`travels in ${BUDGET} bytes of brotli`, () => {
    expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(BUDGET);
  });

  it('holds no style, script, text, picture or foreign address', () => {
    expect(svg).not.toMatch(/ style=|<style|<script|<text|<image|<foreignObject| on\w+=/);
    const addresses = [...svg.matchAll(/(?:href|src)="([^"]*)"|url\(([^)]*)\)/g)];
    for (const [, address] of addresses) expect(address).toMatch(/^#/);
  });
});

/** The names of elements left open, or closed out of turn; empty for well-formed markup. */
function unclosed(markup: string): string[] {
  const open: string[] = [];
  const rest = markup.replace(
    /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<>&]*")*)(\/?)>/g,
    (_tag, closing: string, name: string, _attributes, alone: string) => {
      if (closing && open.at(-1) === name) open.pop();
      else if (!alone) open.push(`${closing}${name}`);
      return '';
    },
  );
  return rest ? [...open, rest] : open;
}

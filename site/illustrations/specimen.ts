import { normalized } from '../../booking/booking.ts';
import { guilloche, type Repeated, repeatsOf } from './guilloche.ts';

/** A curve and its repeats. */
interface Lines extends Repeated {
  /** Whether the counterpart is mirrored. Otherwise it is turned by half a step. */
  mirrored: boolean;
}

type Several<T> = readonly [T, ...T[]];

/** Separates the joined words. No one can type it, so different lists of words never give the same text. */
const separator = '\x1F';

/**
 * The serial of these words: the first 40 bits of the SHA-256 of the trimmed words, as ten hexadecimal digits in
 * upper case. Undefined over plain HTTP, where browsers have no `crypto.subtle`.
 */
export async function serialOf(words: readonly string[]): Promise<string | undefined> {
  const text = words.map((word) => normalized('name', word)).join(separator);
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(text));
  if (!digest) return undefined;
  const bytes = Array.from(new Uint8Array(digest, 0, 5));
  return bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
}

/** The serial in two groups of five digits. */
export function groupsOf(serial: string): string {
  return `${serial.slice(0, 5)} ${serial.slice(5)}`;
}

/** The outer and inner radius of a band. */
interface Ring {
  outer: number;
  inner: number;
}

/**
 * A ring woven of threads, each turned by one lobe. Waves of whole lobes do not change with the turn and form the
 * ribbon. The thread's waves fill its width. The numbers are shares of half the ring's width, and add up to 1.
 */
interface Weave {
  lobes: number;
  /** Half the ribbon's width: a constant part, and a part that varies once per lobe. */
  width: readonly [even: number, once: number];
  /** How far the ribbon's middle swings, once per lobe. */
  swing?: number;
  /** Interleaved ribbons, one by default. */
  ribbons?: number;
}

/** Picks a number from the serial, within a range. */
type Vary = (from: number, to: number) => number;

/** `threads` has the waves of a thread per turn. They share no divisor with `lobes`. */
const laces: Several<Weave & { inner: number; threads: Several<number> }> = [
  { inner: 716, lobes: 36, threads: [7, 11, 13, 17], width: [0.54, 0.46] },
  { inner: 560, lobes: 18, threads: [11, 13, 17, 19], width: [0.52, 0.48] },
  { inner: 640, lobes: 12, threads: [35, 37, 41, 43], width: [0.3, 0], swing: 0.7, ribbons: 2 },
  { inner: 740, lobes: 30, threads: [7, 11, 13, 17], width: [0.04, 0.96] },
  { inner: 800, lobes: 60, threads: [13, 17, 19, 23], width: [0.54, 0.46] },
  { inner: 660, lobes: 24, threads: [11, 13, 17, 19], width: [0.35, 0.3], swing: 0.35 },
  { inner: 520, lobes: 16, threads: [5, 7, 9, 11], width: [0.1, 0.9] },
];

/** Line work that fills the plate between lace and core. */
type Field = (ring: Ring, vary: Vary) => Lines;

/** Threads that wind inwards. */
const winding =
  (count: number, reach: number, turn: number): Field =>
  ({ outer, inner }, vary) => {
    const width = Math.min(1, (outer - inner) / 340);
    const reached = reach * width * vary(0.9, 1.1);
    const curve = { radius: outer - reached, waves: [{ count, reach: reached }], beziers: 4 };
    const repeats = Math.round(48 * width);
    const step = (turn * width * vary(0.9, 1.1)) / repeats;
    const shrink = ((inner + 10) / (outer - 2 * reached)) ** (1 / repeats);
    return { curve, repeats, step, shrink, mirrored: true };
  };

/** Threads that swing between both edges, spread over `share` of a petal. */
const turning =
  (count: number, repeats: number, share: number, sway = 0): Field =>
  ({ outer, inner }, vary) => {
    const reach = (outer - inner) / 2;
    const waves = [{ count, reach, sway: reach * sway * vary(0.9, 1.1) }];
    const curve = { radius: (outer + inner) / 2, waves, beziers: 4 };
    const step = (360 / count / repeats) * share * vary(0.9, 1.1);
    return { curve, repeats, step, shrink: 1, mirrored: true };
  };

/** A medallion of `ribbons` wide ribbons. A narrow medallion has half as many. */
const woven =
  (lobes: number, thread: number, ribbons: number): Field =>
  (ring) => {
    const few = ring.outer - ring.inner < 240;
    const weave: Weave = { lobes, width: [0.54, 0.46], ribbons: few ? ribbons / 2 : ribbons };
    return { ...ringOf(weave, ring, thread), mirrored: true };
  };

const fields: Several<Field> = [
  winding(12, 44, 43),
  winding(8, 62, 70),
  winding(18, 26, 30),
  winding(6, 70, 120),
  turning(9, 18, 0.4),
  turning(7, 20, 0.36, 1.5),
  woven(12, 5, 4),
  woven(8, 3, 6),
];

const cores: Several<Weave & { outer: number; thread: number }> = [
  { outer: 382, lobes: 36, thread: 11, width: [0.54, 0.46] },
  { outer: 420, lobes: 24, thread: 7, width: [0.54, 0.46] },
  { outer: 400, lobes: 30, thread: 11, width: [0.04, 0.96] },
  { outer: 440, lobes: 20, thread: 13, width: [0.35, 0.3], swing: 0.35 },
];

const schemes: Several<Record<'lace' | 'field' | 'core', readonly string[]>> = [
  { lace: ['ink', 'tint'], field: ['ink', 'tint'], core: ['ornament', 'ornament'] },
  { lace: ['ornament', 'ink'], field: ['ink', 'tint'], core: ['ink', 'tint'] },
  { lace: ['tint', 'ink'], field: ['ornament', 'ink'], core: ['tint', 'tint'] },
];

/**
 * The curves of a serial of ten hexadecimal digits, from the edge (radius 935) to the core (radius 284). Its value
 * selects a lace and a field. The other bits vary threads, reaches and turns. `tones` names the colour in
 * site/colours.ts, and the counterpart's, if any.
 */
export function bandsOf(serial: string) {
  let rest = Number.parseInt(serial, 16);
  const digit = (values: number) => {
    const value = rest % values;
    rest = Math.floor(rest / values);
    return value;
  };
  const pick = <T>(list: Several<T>): T => list[digit(list.length)] ?? list[0];
  const vary: Vary = (from, to) => from + ((to - from) * digit(32)) / 31;

  const lace = pick(laces);
  const field = pick(fields);
  const core = pick(cores);
  const laceInner = lace.inner + vary(-16, 16);
  const coreOuter = core.outer + vary(-16, 16);
  const tones = pick(schemes);
  const waves = pick([5, 6, 7, 8, 9, 10, 12, 14]);
  const ground = turning(waves, 36, 1)({ outer: 936, inner: laceInner - vary(40, 80) }, vary);
  const edge = ringOf(lace, { outer: 932, inner: laceInner }, pick(lace.threads));
  const filling = field({ outer: laceInner + 14, inner: coreOuter }, vary);
  const middle = ringOf(core, { outer: coreOuter, inner: 284 }, core.thread);
  return {
    ground: { ...ground, tones: ['pale'] },
    lace: { ...edge, tones: tones.lace },
    field: { ...filling, tones: tones.field },
    core: { ...middle, tones: tones.core },
  };
}

/** Makes an SVG element, as `createElement` of React does. */
export type Draw<Shape> = (
  name: 'circle' | 'g' | 'path' | 'use',
  attributes: Record<string, string | number>,
  ...children: Shape[]
) => Shape;

/**
 * Yields the bands of a serial's specimen, centred on 0,0 within a radius of 1000, for an `<svg>` without fill
 * and with lines about 2.2 wide. The inner circle, of radius 260, stays empty. Their ids begin with `id`, unique in the document.
 */
export function* specimenLines<Shape>(
  id: string,
  serial: string,
  draw: Draw<Shape>,
): Generator<Shape> {
  for (const [part, { tones, mirrored, ...band }] of Object.entries(bandsOf(serial))) {
    const name = `${id}-${part}`;
    const line = draw('path', { id: `${name}-line`, d: guilloche(band.curve) });
    const repeats = repeatsOf(band).map((transform) =>
      draw('use', { href: `#${name}-line`, transform }),
    );
    const lines = draw('g', { id: `${name}-lines` }, line, ...repeats);
    const [stroke = '', second] = tones.map((tone) => `var(--${tone}, gray)`);
    // Mirror a band that winds or leans. Turn any other by half a step.
    const transform = mirrored ? 'scale(-1,1)' : `rotate(${band.step / 2})`;
    const counterpart =
      second && draw('use', { href: `#${name}-lines`, stroke: second, transform });
    yield draw(
      'g',
      { id: name },
      draw('g', { stroke }, lines),
      ...(counterpart ? [counterpart] : []),
    );
  }
}

/** A width that follows the lobes adds two waves to the thread's: cos a · cos b = ½ cos(a + b) + ½ cos(a − b). */
function ringOf(weave: Weave, { outer, inner }: Ring, thread: number): Lines {
  const { lobes, width, swing = 0, ribbons = 1 } = weave;
  const [even, once] = width;
  const waves = [
    { count: thread, reach: even },
    { count: thread + lobes, reach: once / 2 },
    { count: thread - lobes, reach: once / 2 },
    { count: lobes, reach: swing },
  ]
    .filter(({ reach }) => reach !== 0)
    .map(({ count, reach }) => ({ count, reach: (reach * (outer - inner)) / 2 }));
  const repeats = lobes * ribbons;
  const curve = { radius: (outer + inner) / 2, waves };
  return { curve, repeats, step: 360 / repeats, shrink: 1, mirrored: false };
}

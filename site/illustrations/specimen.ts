import { normalized } from '../../booking/parse.ts';
import type { Curve, Wave } from './guilloche.ts';

/** A curve and its copies, as `Rosette` draws them. */
export interface Band {
  curve: Curve;
  copies: number;
  /** Degrees from one copy to the next. */
  step: number;
  /** The size of each copy against the last one. */
  shrink: number;
}

/** The line work of one specimen, from the edge (radius 935) to the core (radius 260). */
export type SpecimenBands = Record<'ground' | 'lace' | 'field' | 'core', Band>;

type Several<T> = readonly [T, ...T[]];

/** No key types it, so that no two lists of words are joined to the same text. */
const separator = '\x1F';

/**
 * The serial of these words: the first 40 bits of the SHA-256 of the trimmed words, as ten
 * hexadecimal digits in upper case. Undefined where the browser has no `crypto.subtle`, as over
 * plain HTTP.
 */
export async function serialOf(words: readonly string[]): Promise<string | undefined> {
  const text = words.map((word) => normalized('name', word)).join(separator);
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(text));
  if (!digest) return undefined;
  const bytes = [...new Uint8Array(digest, 0, 5)];
  return bytes
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** The serial as it is read: in two groups of five. */
export function groupsOf(serial: string): string {
  return `${serial.slice(0, 5)} ${serial.slice(5)}`;
}

/** Whether a text from outside is a serial. */
export function isSerial(text: string): boolean {
  return /^[\dA-F]{10}$/.test(text);
}

/**
 * A woven ring: each copy is turned by one lobe, so that waves of whole lobes stand still (`sway` of
 * the ribbon) and the thread's waves fill the width between.
 */
interface Weave {
  lobes: number;
  /** Waves of one thread round the ring; shares no divisor with `lobes`. */
  threads: readonly [number, number, number, number];
  /** The ribbon's middle: once and twice a lobe. */
  middle?: readonly [number, number?];
  /** Half the ribbon's width: throughout, once, twice a lobe. */
  width: readonly [number, number, number?];
}

const laces: Several<Weave> = [
  { lobes: 36, threads: [7, 11, 13, 17], width: [58, 50] },
  { lobes: 24, threads: [5, 7, 11, 13], width: [62, 54] },
  { lobes: 48, threads: [11, 13, 17, 19], width: [54, 46] },
  { lobes: 30, threads: [7, 11, 13, 17], width: [4, 104] },
  { lobes: 32, threads: [7, 9, 11, 13], width: [58, 8], middle: [48] },
  { lobes: 40, threads: [9, 11, 13, 17], width: [56, 30, 20], middle: [22] },
];

/** What fills the plate between lace and core: threads that wind inwards, or a woven medallion. */
type Field = (vary: (from: number, to: number) => number) => Band;

const winding =
  (count: number, reach: number, step: number, second = 0): Field =>
  (vary) => ({
    curve: {
      radius: 742 - reach,
      waves: [
        { count, reach: reach * vary(0.85, 1.1) },
        ...(second ? [{ count: 2 * count, reach: second }] : []),
      ],
    },
    copies: 48,
    step: step * vary(0.9, 1.1),
    shrink: 0.9866,
  });

const woven =
  (lobes: number, thread: number, copies: number, width: Weave['width']): Field =>
  (vary) => ({
    curve: weave({ lobes, width, radius: 548, thread, scale: vary(0.92, 1.05) }),
    copies,
    step: 360 / copies,
    shrink: 1,
  });

const fields: Several<Field> = [
  winding(12, 44, 0.9),
  winding(8, 62, 1.4),
  winding(18, 30, 0.65),
  winding(10, 46, 0, 16),
  winding(6, 86, 2.4),
  winding(9, 40, 1.1, 22),
  woven(12, 5, 48, [96, 84]),
  woven(8, 3, 40, [100, 90]),
];

/** How many rosettes differ in kind: every lace with every field. */
export const families = laces.length * fields.length;

/**
 * The curves of a serial, ten hexadecimal digits. Its value modulo `families` is the family; the
 * rest of the bits vary the threads, reaches and turns within it.
 */
export function bandsOf(serial: string): SpecimenBands {
  let rest = Number.parseInt(serial, 16);
  const digit = (values: number) => {
    const value = rest % values;
    rest = Math.floor(rest / values);
    return value;
  };
  const pick = <T>(list: Several<T>): T => list[digit(list.length)] ?? list[0];
  const vary = (from: number, to: number) => from + ((to - from) * digit(32)) / 31;
  const lace = pick(laces);
  const field = pick(fields);
  const thread = pick(lace.threads);
  const core = pick(cores);
  const waves = pick([5, 6, 7, 8, 9, 10, 12, 14]);
  return {
    ground: {
      curve: { radius: 800, waves: [{ count: waves, reach: vary(116, 138) }] },
      copies: 36,
      step: 360 / waves / 36,
      shrink: 1,
    },
    lace: {
      curve: weave({ ...lace, radius: 824, thread, scale: vary(0.9, 1) }),
      copies: lace.lobes,
      step: 360 / lace.lobes,
      shrink: 1,
    },
    field: field(vary),
    core: {
      curve: weave({ ...core, radius: 330, thread: core.threads[0], scale: vary(0.9, 1.1) }),
      copies: core.lobes,
      step: 360 / core.lobes,
      shrink: 1,
    },
  };
}

const cores: Several<Weave> = [
  { lobes: 36, threads: [11, 11, 11, 11], width: [24, 20] },
  { lobes: 24, threads: [7, 7, 7, 7], width: [26, 22] },
  { lobes: 30, threads: [11, 11, 11, 11], width: [2, 44] },
  { lobes: 20, threads: [7, 7, 7, 7], width: [24, 4], middle: [22] },
];

interface WovenCurve extends Pick<Weave, 'lobes' | 'middle' | 'width'> {
  radius: number;
  thread: number;
  scale: number;
}

/** cos a · cos b is half of each cos(a ± b): a width that follows the lobes is two waves beside the thread's. */
function weave({ lobes, middle = [0], width, radius, thread, scale }: WovenCurve): Curve {
  const [even, once, twice = 0] = width;
  const waves: Wave[] = [
    { count: thread, reach: even },
    { count: thread + lobes, reach: once / 2 },
    { count: thread - lobes, reach: once / 2 },
    { count: thread + 2 * lobes, reach: twice / 2 },
    { count: thread - 2 * lobes, reach: twice / 2 },
    { count: lobes, reach: middle[0] },
    { count: 2 * lobes, reach: middle[1] ?? 0 },
  ];
  return {
    radius,
    waves: waves
      .filter(({ reach }) => reach !== 0)
      .map((wave) => ({ ...wave, reach: wave.reach * scale })),
  };
}

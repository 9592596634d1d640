/** One font file of the site: where it comes from and what is kept of it. */
export interface Face {
  name: string;
  family: string;
  file: string;
  style: 'normal' | 'italic';
  weight: string;
  axes: Record<string, number | { min: number; max: number }>;
  /** Kept beside the characters of the content. */
  glyphs: string;
  fallback: keyof typeof fallbacks;
}

const ascii = String.fromCodePoint(...range(0x20, 0x7e));
/** Latin-1, the letters of Western European names; others come from the fallback. */
const latin = String.fromCodePoint(...range(0xa0, 0xff));

export const faces: Face[] = [
  {
    name: 'display',
    family: 'Bodoni Moda',
    file: '@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2',
    style: 'normal',
    weight: '500',
    // A low optical size keeps the hairlines at reading distance.
    axes: { opsz: 14, wght: 500 },
    glyphs: ascii,
    fallback: 'serif',
  },
  {
    name: 'display-italic',
    family: 'Bodoni Moda',
    file: '@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-opsz-italic.woff2',
    style: 'italic',
    weight: '500',
    axes: { opsz: 14, wght: 500 },
    glyphs: '',
    fallback: 'serif',
  },
  {
    name: 'text',
    family: 'Hanken Grotesk',
    file: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    style: 'normal',
    weight: '400 700',
    axes: { wght: { min: 400, max: 700 } },
    glyphs: ascii + latin,
    fallback: 'sans',
  },
  {
    name: 'mono',
    family: 'Spline Sans Mono',
    file: '@fontsource-variable/spline-sans-mono/files/spline-sans-mono-latin-wght-normal.woff2',
    style: 'normal',
    weight: '500',
    axes: { wght: 500 },
    glyphs: ascii,
    fallback: 'mono',
  },
];

/**
 * The system fonts that stand in until a face arrives, alike ones together, with their average
 * width in em over English text (capsize's weighting). tokens.css lists them by family and first name.
 */
export const fallbacks = {
  serif: [
    { names: ['Georgia', 'Gelasio'], averageWidth: 0.4458 },
    { names: ['Noto Serif'], averageWidth: 0.481 },
    { names: ['DejaVu Serif'], averageWidth: 0.5166 },
  ],
  sans: [{ names: ['Arial', 'Liberation Sans', 'Roboto', 'Helvetica'], averageWidth: 0.448 }],
  mono: [{ names: ['Courier New', 'Liberation Mono', 'Menlo'], averageWidth: 0.6001 }],
} as const;

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

import { readFile } from 'node:fs/promises';
import type { FaceName } from 'virtual:fonts';
import { createFontStack } from '@capsizecss/core';
import { entireMetricsCollection as metrics } from '@capsizecss/metrics/entireMetricsCollection';
import { fromBuffer } from '@capsizecss/unpack';
import subsetFont from 'subset-font';
import type { Face } from './font-faces.ts';

type Metrics = Parameters<typeof createFontStack>[0][number];

/**
 * The `@font-face` rules of a face's fallbacks: fonts of the system, scaled to the widths and the line
 * box of the face, so that little moves when the real one arrives. tokens.css lists their families.
 */
export async function fallbackFaces(face: Face): Promise<string> {
  const source = await readFile(face.files.latin);
  const rules = fallbacks[face.name].map(async ({ fonts, weight }) => {
    const variationAxes = { ...face.axes, ...(weight && { wght: weight }) };
    const real = await subsetFont(source, latin, { targetFormat: 'sfnt', variationAxes });
    const stack: [Metrics, ...Metrics[]] = [
      { ...(await fromBuffer(real)), familyName: face.family },
      ...fonts,
    ];
    const fontFaceProperties = {
      ...(face.italic && { fontStyle: 'italic' }),
      ...(weight && { fontWeight: weight }),
    };
    return createFontStack(stack, { fontFaceProperties }).fontFaces.replaceAll(/\n\s*/g, '');
  });
  return (await Promise.all(rules)).join('');
}

/** The letters that Capsize weighs. */
const latin = String.fromCodePoint(...Array.from({ length: 0xe0 }, (_, index) => 0x20 + index));

const { georgia, notoSerif, arial, roboto, courierNew } = metrics;

/** What most Linux desktops have; the collection lacks it. Upright in italics too, which few machines have. */
const dejaVuSerif: Metrics = {
  familyName: 'DejaVu Serif',
  fullName: 'DejaVu Serif',
  postscriptName: 'DejaVuSerif',
  ascent: 1901,
  descent: -483,
  lineGap: 0,
  unitsPerEm: 2048,
  xWidthAvg: 1058,
};

/** The font of Linux that has the widths of another one. */
const liberation = (font: Metrics, fullName: string): Metrics => ({
  ...font,
  familyName: 'Liberation',
  fullName,
  postscriptName: fullName.replace(/ (?=[A-Z][a-z]+$)/, '-').replaceAll(' ', ''),
});

const regularSans = [arial, liberation(arial, 'Liberation Sans'), roboto];
const boldArial = arial.variants['700'];
// The bold of Roboto is narrower by far.
const boldSans = [boldArial, liberation(boldArial, 'Liberation Sans Bold'), roboto];

/** The fonts of each face, the likeliest first; `weight` for a face of several. */
const fallbacks: Record<FaceName, { fonts: Metrics[]; weight?: number }[]> = {
  display: [{ fonts: [georgia, notoSerif, dejaVuSerif] }],
  'display-italic': [{ fonts: [georgia.variants.italic, notoSerif.variants.italic, dejaVuSerif] }],
  text: [
    { fonts: regularSans, weight: 400 },
    { fonts: boldSans, weight: 600 },
  ],
  mono: [{ fonts: [courierNew, liberation(courierNew, 'Liberation Mono')] }],
};

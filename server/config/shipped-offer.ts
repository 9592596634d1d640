import { createHash } from 'node:crypto';

/** A text of content/: its file without the ending, and where it stands there, joined by dots. */
interface ContentText {
  file: string;
  path: string;
  text: string;
}

/**
 * The fingerprints of the offer that this project ships, so that a provider is told what is left of
 * it without a second copy of it. A test holds them to content/ and says what they must be.
 */
export const shippedFingerprints = `
-EI-GN -PgUpi 0R1Pxn 0rxV1t 1sE8Rr 4Jbdnv 4Lckq0 4R5Wyk 4Ss6Im 4vvTpB 542f9_ 5EnnYb 5FYG80
6r_8nJ 8NOApS 8Y68X2 8tUuUG 9AK0Z3 9UAFrt 9dgGOX A65_H9 B5amrb BDqHoD C6h8c2 CJBwrI CnPpok
EW_oqo EhKLZR EkZDQY FVn9tD Gjm4wZ INB3yB IVPUFg Ii4wwi JHsRUp JYNAxv LknC3Y M0ZwWG MHSNMS
MTd18T MvIjyU Nfw8HF O2SRd- PL7xHt PxGwgf Q7ZvHX QO2Fa- Qg3aHV STQxRu XXI13V Ymzd7n ZVo8RT
ZlC3oL _aaZvC _dfoFc _hUeFT a9Hzn1 afgmda cNzGYl chJnO- cwOCEG eTgmyt fwbYQF g0TrRh gvDofl
h7oZNh hXCnFD hsk5ut iilMCw imMWBV kB-gpU kKQw5A kwWYBh kyu6_K nYkU9s oCRU-W qqwQqG sE8PQF
sMVziq v0KNP_ v1PKww vvd78t wPk-BK wgNvbD wrSpGX yUOa_W z5TFhC zbt7Hk
`
  .trim()
  .split(/\s+/);

const shipped = new Set(shippedFingerprints);

/**
 * The texts that are still those of the offer as it ships. As long as the name is the shipped one,
 * this is the demonstration: then only the name is.
 */
export function shippedTexts(content: Readonly<Record<string, unknown>>): ContentText[] {
  const left = offerOf(content).filter(({ text }) => shipped.has(fingerprint(text)));
  const name = left.find(({ path }) => path === 'brand.name');
  return name === undefined ? left : [name];
}

/** The fingerprints of the offer's texts, in order, each once. */
export function fingerprints(content: Readonly<Record<string, unknown>>): string[] {
  return [...new Set(offerOf(content).map(({ text }) => fingerprint(text)))].sort();
}

/**
 * What speaks of the offer on the site: no section that the navigation leaves out, no labels of
 * controls, nor what a drawing shows. Another site may well have the same short words.
 */
export function offerOf(content: Readonly<Record<string, unknown>>): ContentText[] {
  const sections = textsIn(content.navigation).map(({ text }) => text);
  return Object.entries(content)
    .flatMap(([file, data]) => textsIn(data).map((found) => ({ file, ...found })))
    .filter(({ file, path, text }) => {
      if (file === 'brand') return /^brand\.(name|subBrand)$/.test(path);
      if (file === 'messages') return path === 'bookingForm.lede';
      const [part = ''] = path.split('.');
      const shown = file === 'landing' && ['hero', ...sections].includes(part);
      const telling = text.length >= 12 || path.endsWith('.supply');
      return shown && telling && !/(action|alt|icon|picture)$/i.test(path);
    });
}

function textsIn(data: unknown, path: string[] = []): { path: string; text: string }[] {
  if (typeof data === 'string') return [{ path: path.join('.'), text: data }];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => textsIn(value, [...path, name]));
}

/** Short: that another site's text has the same is one case in many millions. */
function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 6);
}

import type { ReactNode } from 'react';
import { brand } from '../../content/brand.ts';
import { colours } from '../../content/colours.ts';
import { social } from '../social.ts';
import { Corner } from './ornament.tsx';
import { SealLines } from './seal.tsx';
import { TokenSheets } from './token.tsx';

/** What the drawing must know of its typefaces, by their names. */
export interface Typefaces {
  /** The width in px of a text set at `size` px. */
  width(text: string, face: string, size: number): number;
  /** The name of the face's part that has the letter. */
  faceOf(letter: string, face: string): string;
}

const { words, faces } = social;
const INKS =
  `.ink-1{stroke:${colours.light.ink}}.ink-2,.frame svg{stroke:${colours.light.tint}}` +
  `.ink-3{stroke:${colours.light.accent}}.ink-4{stroke:${colours.light.pale}}`;

const LEFT = 92;
/** The column of words, clear of the token, and the line that the headline stands on. */
const COLUMN = 560;
const BASELINE = 534;

/** What a shared link shows: the first view as a certificate in small, a file of its own. */
export function SocialImage({ typefaces }: { typefaces: Typefaces }): ReactNode {
  const { faceOf } = typefaces;
  const initial = faceOf(brand.initial, faces.title);
  const name = typeset(typefaces, words.brand, faces.title, 34, 0, 152);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${social.width} ${social.height}`}
      aria-hidden="true"
    >
      <style>{`${INKS}.token-initial{font-family:${initial}}`}</style>
      <rect width={social.width} height={social.height} fill={colours.light.paper} />
      <Frame />
      <circle cx="1000" cy="315" r="309" fill={colours.light.paper} />
      <svg x="700" y="15" width="600" height="600" aria-hidden="true">
        <TokenSheets initial={brand.initial} />
      </svg>
      <g color={colours.light.tint} fill="currentColor" transform="translate(114 122)scale(.0226)">
        <SealLines />
      </g>
      <g fill={colours.light.ink}>
        <Line {...name} y={133} />
      </g>
      <Words typefaces={typefaces} />
    </svg>
  );
}

/** Two rules, drawn in round a quarter of a rosette at each corner, that run off the right edge. */
function Frame(): ReactNode {
  const corner = (
    <svg x="40" y="40" width="88" height="88" aria-hidden="true">
      <Corner />
    </svg>
  );
  return (
    <g className="frame" fill="none" stroke={colours.light.tint} strokeWidth="1.375">
      <path d="M1200 40.69H128M1200 46.19H128M40.69 128V502M46.19 128V502M1200 589.31H128M1200 583.81H128" />
      {corner}
      <g transform="matrix(1 0 0 -1 0 630)">{corner}</g>
    </g>
  );
}

/** The headline in three lines, as large as its column takes it, and the line above it. */
function Words({ typefaces }: { typefaces: Typefaces }): ReactNode {
  const line = words.eyebrow.toLocaleUpperCase(brand.language);
  const eyebrow = typeset(typefaces, line, faces.eyebrow, 20, 0.1);
  let size = 98;
  let lines: Typeset[];
  do {
    size -= 2;
    const set = (face: string) => (text: string) => typeset(typefaces, text, face, size, -0.018);
    lines = [...wrap(words.title, set(faces.title)), ...wrap(words.accent, set(faces.accent))];
  } while (size > 32 && (lines.length > 3 || lines.some(({ width }) => width > COLUMN)));
  const baseline = (line: number) => BASELINE - (lines.length - 1 - line) * size * 1.02;
  const above = baseline(0) - size * 1.16;
  return (
    <>
      <g fill={colours.light.accent}>
        <Line {...eyebrow} y={above} />
        <rect x={LEFT + eyebrow.width + 16} y={above - 8} width="64" height="1.32" />
      </g>
      {lines.map((line, index) => (
        <g
          key={line.text}
          fill={line.face === faces.accent ? colours.light.tint : colours.light.ink}
        >
          <Line {...line} y={baseline(index)} />
        </g>
      ))}
    </>
  );
}

interface Typeset {
  text: string;
  face: string;
  /** The part of the face for each letter. */
  parts: string[];
  size: number;
  /** Where each letter stands, as a picture's SVG knows no letter-spacing. */
  places: number[];
  width: number;
}

function typeset(
  { width: measure, faceOf }: Typefaces,
  text: string,
  face: string,
  size: number,
  spacing: number,
  left = LEFT,
): Typeset {
  const letters = Array.from(text);
  const places = letters.map((letter, index) => {
    const upTo = measure(letters.slice(0, index + 1).join(''), face, size);
    return left + upTo - measure(letter, face, size) + index * spacing * size;
  });
  const width = measure(text, face, size) + letters.length * spacing * size;
  return { text, face, parts: letters.map((letter) => faceOf(letter, face)), size, places, width };
}

function Line({ text, parts, size, places, y }: Typeset & { y: number }): ReactNode {
  const letters = Array.from(text);
  return [...new Set(parts)].map((part) => {
    const own = letters.flatMap((letter, index) =>
      parts[index] === part ? [{ letter, place: places[index] ?? 0 }] : [],
    );
    return (
      <text
        key={part}
        x={own.map(({ place }) => place.toFixed(2)).join(' ')}
        y={y}
        fontFamily={part}
        fontSize={size}
      >
        {own.map(({ letter }) => letter).join('')}
      </text>
    );
  });
}

/** Lines as long as the column takes. A word that is longer stands alone. */
function wrap(text: string, set: (text: string) => Typeset): Typeset[] {
  const lines: Typeset[] = [];
  for (const word of text.split(' ')) {
    const longer = set([...lines.slice(-1).map((line) => line.text), word].join(' '));
    if (lines.length > 0 && longer.width <= COLUMN) lines.splice(-1, 1, longer);
    else lines.push(set(word));
  }
  return lines;
}

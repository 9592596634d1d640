import { useRef } from 'react';
import { brand } from '../../../content/brand.ts';
import { Initial } from '../../components/token.tsx';
import { bandsOf, groupsOf } from '../../illustrations/specimen.ts';
import { SpecimenRosette } from '../../illustrations/specimen-rosette.tsx';
import { useCertificateTexts } from './texts.ts';

/**
 * The struck certificate in the thanks: the drawing of its serial, to be printed or saved. It bears
 * no name: the visitor's words have stayed on the page of the form.
 */
export default function KeptCertificate({ serial }: { serial: string }) {
  const certificate = useCertificateTexts(serial, [brand.name]);
  const drawing = useRef<SVGSVGElement>(null);
  const save = () => drawing.current && saveDrawing(drawing.current, serial);
  if (!/^[\dA-F]{10}$/.test(serial)) return null;
  // A long name stays within the frame.
  const nameSize = Math.min(260, 3400 / brand.name.length);
  return (
    <>
      <svg
        ref={drawing}
        className="kept-certificate"
        viewBox="-1250 -1725 2500 3660"
        fill="none"
        strokeWidth="2.2"
        role="img"
        aria-label={certificate.label}
      >
        <rect fill="var(--sheet)" x="-1250" y="-1725" width="2500" height="3660" />
        <g stroke="var(--tint)">
          <rect x="-1120" y="-1595" width="2240" height="3400" strokeWidth="9" />
          <rect x="-1094" y="-1569" width="2188" height="3348" strokeWidth="4" />
        </g>
        <g transform="scale(.98)">
          <SpecimenRosette id="kept" bands={bandsOf(serial)} />
          <g fill="var(--ink)">
            <Initial size={290} />
          </g>
        </g>
        {corners.map((place) => (
          <g key={place} transform={`translate(${place})`}>
            <circle fill="var(--sheet)" r="130" />
            <use stroke="var(--tint)" href="#kept-core" transform="scale(.36)" strokeWidth="5" />
          </g>
        ))}
        <g fill="var(--ink)" fontFamily="var(--mono)" fontSize="128" textAnchor="middle">
          <text fontFamily="var(--display)" y="-1240" fontSize={nameSize}>
            {brand.name}
          </text>
          <text y="-1065">{certificate.title}</text>
          <text y="1260" fontSize="220">
            {groupsOf(serial)}
          </text>
          <text y="1440">{certificate.day}</text>
          <text fill="var(--accent)" y="1640">
            {certificate.notice}
          </text>
        </g>
      </svg>
      <p className="kept-meaning screen-only">{certificate.meaning}</p>
      <p className="kept-actions">
        <button type="button" className="button second small" onClick={printAlone}>
          {certificate.print}
        </button>
        <button type="button" className="button second small" onClick={save}>
          {certificate.save}
        </button>
      </p>
    </>
  );
}

/** Where the frame turns. */
const corners = ['-1107 -1582', '1107 -1582', '-1107 1792', '1107 1792'];

/** The parts that have something of the page's styles, and what the file needs of it. */
const styled = '[class], [fill^=var], [stroke^=var], [font-family^=var]';
const inlined = ['fill', 'stroke', 'font-family', 'font-weight'] as const;

/** Saves the drawing as a file of its own: as it is drawn now, with the colours and typefaces that the page's styles give it. */
function saveDrawing(drawing: SVGSVGElement, serial: string): void {
  const copy = document.importNode(drawing, true);
  const drawn = drawing.querySelectorAll(styled);
  copy.querySelectorAll(styled).forEach((element, index) => {
    const style = getComputedStyle(drawn[index] ?? drawing);
    for (const name of inlined) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  });
  copy.removeAttribute('class');
  const file = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  const by = brand.name.toLowerCase().replace(/[\s/\\:]+/g, '-');
  link.download = `${by}-specimen-${serial}.svg`;
  link.click();
  // Safari still reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Prints the open certificate as one sheet, without the page around it. */
function printAlone(): void {
  const { dataset } = document.documentElement;
  dataset.print = 'certificate';
  addEventListener('afterprint', () => delete dataset.print, { once: true });
  print();
}

import type { ReactNode } from 'react';
import { passed } from '../browser/protocol.ts';
import { useCopy } from '../copy.ts';
import { tokenSources } from '../illustrations/pictures.tsx';
import { Rim } from '../illustrations/seal.tsx';
import { Initial, Token } from './token.tsx';

/**
 * The certificate next to the form. It shows the plain token until site/browser/certificate writes the visitor's
 * name and company on it.
 */
export function Certificate() {
  const { certificate, language } = useCopy();
  return (
    <figure className="certificate screen-only">
      <Drawing serial={certificate.serial}>
        <g id="certificate">
          <rect fill="var(--sheet)" width="1000" height="1100" />
          <g stroke="var(--tint)">
            <rect x="18" y="18" width="964" height="1064" strokeWidth="2" />
            <rect x="27" y="27" width="946" height="1046" strokeWidth="2" />
            <path d="M70 954H930" strokeWidth="2" />
            <path className="blank" d="M290 846H710M370 904H630" strokeWidth="1.5" />
          </g>
          <g
            className="engraved"
            display="none"
            transform="translate(500 381)scale(.325)"
            strokeWidth="2.2"
          >
            <g stroke="var(--ink)">
              <Rim />
            </g>
            <g className="lines" />
            <Initial size={290} fill="var(--ink)" />
          </g>
          <g fill="var(--ink)" fontFamily="var(--mono)" fontSize="25" textAnchor="middle">
            <text fill="var(--ink-soft)" x="500" y="764" letterSpacing="2.5">
              {certificate.title.toLocaleUpperCase(language)}
            </text>
            <g unicodeBidi="plaintext">
              <text
                className="bearer"
                fontFamily="var(--display)"
                fontWeight="500"
                x="500"
                y="852"
              />
              <text className="company" fontFamily="var(--text)" x="500" y="916" />
            </g>
            <text className="serial" x="70" y="990" textAnchor="start" />
            <text className="day" x="930" y="990" textAnchor="end" />
            <text fill="var(--tint)" x="500" y="1034">
              {certificate.notice}
            </text>
          </g>
        </g>
      </Drawing>
      <Token sheets={tokenSources.paper} />
      <figcaption className="soft small">{certificate.meaning}</figcaption>
    </figure>
  );
}

/** A copy in the thank-you dialog, to print and save. It is hidden until it has the visitor's words. */
export function KeptCertificate() {
  const { certificate } = useCopy();
  return (
    <div className="kept-certificate rows" hidden>
      <Drawing>
        <use href="#certificate" />
      </Drawing>
      <p className="line">
        <button type="button" className="button second small print">
          {certificate.print}
        </button>
        <button type="button" className="button second small save">
          {certificate.save}
        </button>
      </p>
    </div>
  );
}

function Drawing({ serial, children }: { serial?: string; children: ReactNode }) {
  const { certificate } = useCopy();
  return (
    <svg
      viewBox="0 0 1000 1100"
      fill="none"
      role="img"
      aria-label={certificate.title}
      data-theme="light"
      {...passed({ serial })}
    >
      {children}
    </svg>
  );
}

import { brand } from '../../content/brand.ts';
import { paper } from '../colours.ts';

interface TokenProps {
  /** The addresses of its sheets, the lowest first. */
  sheets: readonly string[];
  /** Painted a frame after the text; otherwise at once, where the token travels to the page. */
  lazy?: boolean;
}

/** The struck coin, and the brand's letter in the middle. */
export function Token({ sheets, lazy = false }: TokenProps) {
  return (
    <div className="token stacked">
      {sheets.map((path) => (
        <img
          key={path}
          className="token-ring"
          src={path}
          alt=""
          width="2000"
          height="2000"
          loading={lazy ? 'lazy' : 'eager'}
          // Otherwise React would preload it in the head.
          fetchPriority="low"
        />
      ))}
      <Letter size={290} />
    </div>
  );
}

/** The same coin in small, at this address. */
export function SmallToken({ sheet }: { sheet: string }) {
  return (
    <div className="token small-token stacked">
      <img src={sheet} alt="" width="2000" height="2000" loading="lazy" />
      <Letter size={320} />
    </div>
  );
}

function Letter({ size }: { size: number }) {
  return (
    <svg viewBox="-1000 -1000 2000 2000" aria-hidden="true">
      <Initial size={size} fill={paper} />
    </svg>
  );
}

/** The brand's letter in the middle of a drawing round 0,0; in the page's own font, which no picture has. */
export function Initial({ size, fill = 'currentColor' }: { size: number; fill?: string }) {
  return (
    <text
      className="token-initial"
      y={size * 0.345}
      fontSize={size}
      textAnchor="middle"
      fill={fill}
    >
      {brand.initial}
    </text>
  );
}

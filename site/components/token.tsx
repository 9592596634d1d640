import { brand } from '../../content/brand.ts';
import { paper } from '../colours.ts';

interface TokenProps {
  /** The addresses of its layers, from bottom to top. */
  sheets: readonly string[];
  /** Paints the token one frame after the text. By default it is painted at once, for the view transition. */
  lazy?: boolean;
}

/** The coin with the brand's letter in the middle. */
export function Token({ sheets, lazy = false }: TokenProps) {
  return (
    <div className="token">
      {sheets.map((path) => (
        <img
          key={path}
          className="token-ring"
          src={path}
          alt=""
          width="2000"
          height="2000"
          loading={lazy ? 'lazy' : 'eager'}
          // With another priority React would preload it in the head.
          fetchPriority="low"
        />
      ))}
      <Letter size={290} />
    </div>
  );
}

/** The small coin at this address. */
export function SmallToken({ sheet }: { sheet: string }) {
  return (
    <div className="token small-token">
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

/** The brand's letter at 0,0, in the page's font. Separate, because picture files cannot use that font. */
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

import { brand } from '../../content/brand.ts';
import { colours } from '../../content/colours.ts';

/** The struck coin: its sheets (their addresses), and the brand's letter in the middle. */
export function Token({ sheets }: { sheets: readonly string[] }) {
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
          // The words are painted first.
          loading="lazy"
        />
      ))}
      <Letter size={290} />
    </div>
  );
}

/** The same coin in small, at this address. */
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
      <Initial size={size} fill={colours.light.paper} />
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

import { brand } from '../../content/brand.ts';
import { colours } from '../../content/colours.ts';

/** The coin in small. `path` is where its drawing is served. */
export function SmallToken({ path }: { path: string }) {
  return (
    <div className="token small-token">
      <img src={path} alt="" width="2000" height="2000" loading="lazy" />
      <Initial size={320} />
    </div>
  );
}

/** The brand's letter in the middle of a coin, in the page's own font, which no picture has. */
export function Initial({ size }: { size: number }) {
  return (
    <svg viewBox="-1000 -1000 2000 2000" aria-hidden="true">
      <text
        className="token-initial"
        y={size * 0.345}
        fontSize={size}
        textAnchor="middle"
        fill={colours.light.paper}
      >
        {brand.initial}
      </text>
    </svg>
  );
}

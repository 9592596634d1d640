import { brand } from '../../content/brand.ts';
import { colours } from '../../content/colours.ts';
import { picturePath, tokenPaths } from '../illustrations/pictures.tsx';

/** The struck coin: its three sheets, and the brand's letter in the middle. */
export function Token({ theme }: { theme: keyof typeof colours }) {
  return (
    <div className="token">
      {tokenPaths(theme).map((path) => (
        <img
          key={path}
          className="token-ring"
          src={path}
          alt=""
          width="2000"
          height="2000"
          // So that text and fonts come first: React would preload it in the head.
          fetchPriority="low"
        />
      ))}
      <Initial size={290} />
    </div>
  );
}

/** The same coin in small. */
export function SmallToken() {
  return (
    <div className="token small-token">
      <img src={picturePath('small-token')} alt="" width="2000" height="2000" loading="lazy" />
      <Initial size={320} />
    </div>
  );
}

/** In the page's own font, which no picture has. */
function Initial({ size }: { size: number }) {
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

import type { colours } from '../../content/colours.ts';
import { tokenPaths } from '../illustrations/pictures.tsx';
import { Initial } from './small-token.tsx';

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

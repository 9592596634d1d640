import type { ReactNode } from 'react';
import { picturePath } from './pictures.tsx';

/** The dial of the sixty days; its hand follows the scroll (motion.css). `label` says what it shows. */
export function Dial({ label }: { label: string }): ReactNode {
  return (
    <div className="dial stacked whole">
      <img src={picturePath('dial')} alt={label} width="480" height="480" loading="lazy" />
      <svg
        className="dial-hand"
        viewBox="-1000 -1000 2000 2000"
        fill="currentColor"
        aria-hidden="true"
      >
        <path d="M0-580L26-90 15 190H-15L-26-90zM0-834L26-790H-26z" />
        <circle r="62" />
      </svg>
    </div>
  );
}

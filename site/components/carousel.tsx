import type { ReactNode } from 'react';
import { useCopy } from '../copy.ts';
import { Icon } from './icon.tsx';

interface CarouselProps {
  /** What the list is of. */
  label: string;
  /** The class of the list, by which its section lays it out. */
  className: string;
  /** Its items, `<li>`. */
  children: ReactNode;
}

/**
 * A list that its section lays out where there is room. On a phone it is one row, swiped in its own
 * box or moved by two buttons; without a script it is a column.
 */
export function Carousel({ label, className, children }: CarouselProps) {
  const { controls } = useCopy();
  return (
    <div className="carousel">
      <ul className={className} aria-label={label}>
        {children}
      </ul>
      <div className="carousel-buttons" hidden data-scripted="">
        <button type="button" aria-label={`${controls.previous}: ${label}`} data-scroll={-1}>
          <Icon name="arrow-left" />
        </button>
        <button type="button" aria-label={`${controls.next}: ${label}`} data-scroll={1}>
          <Icon name="arrow-right" />
        </button>
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import type { SectionId } from '../copy.ts';
import { useCopy } from '../copy.ts';

interface SectionProps {
  id: SectionId;
  /** The layout of the head: over the whole width, in the left column, or centred. */
  head?: 'wide' | 'column' | 'centred';
  /** Whether it has a certificate's frame. */
  framed?: boolean;
  /** A full-width background that differs from the page's. */
  ground?: 'sheet' | 'dark';
  children: ReactNode;
}

/** A section of the landing page, with its heading. */
export function Section(props: SectionProps) {
  const { id, head = 'wide', framed, ground, children } = props;
  const { sections, [id]: texts } = useCopy();
  const own = sections.find((section) => section.id === id);
  return (
    <section
      id={id}
      className={`section ${id}${framed ? ' framed whole' : ''}${head === 'column' ? ' columns' : ''}`}
      data-ground={ground}
      data-theme={ground === 'dark' ? ground : undefined}
      aria-labelledby={`${id}-title`}
    >
      <header className={`section-head rows ${head}`}>
        <p className="eyebrow small-heading">{own?.name}</p>
        <h2 id={`${id}-title`}>{texts.title}</h2>
        <p className="lede">{texts.lede}</p>
      </header>
      {children}
    </section>
  );
}

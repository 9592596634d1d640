import type { ReactNode } from 'react';
import { useCopy } from '../copy.ts';
import type { SectionId } from '../sections.ts';

interface SectionProps {
  id: SectionId;
  /** How the head is set: the lede beside the title, all of it in one column, or on the middle. */
  head?: 'wide' | 'column' | 'centred';
  /** Whether it stands in a certificate's frame. */
  framed?: boolean;
  /** The ground on which it stands from edge to edge, if it is not the page's own. */
  ground?: 'sheet' | 'dark';
  children: ReactNode;
}

/** A section of the landing page: its name, its heading, and what it shows. */
export function Section(props: SectionProps) {
  const { id, head = 'wide', framed, ground, children } = props;
  const { sections, [id]: texts } = useCopy();
  const own = sections.find((section) => section.id === id);
  return (
    <section
      id={id}
      className={`section ${id}${framed ? ' framed whole' : ''}`}
      data-ground={ground}
      data-theme={ground === 'dark' ? ground : undefined}
      aria-labelledby={`${id}-title`}
    >
      <header className={`section-head ${head}`}>
        <p className="eyebrow small-heading">{own?.name}</p>
        <h2 id={`${id}-title`}>{texts.title}</h2>
        <p className="lede">{texts.lede}</p>
      </header>
      {children}
    </section>
  );
}

import { Features } from '../components/cards.tsx';
import { Section } from '../components/section.tsx';
import { useCopy } from '../copy.ts';

/** The five claims, numbered as in a certificate's schedule. */
export function Solution() {
  const { solution } = useCopy();
  return (
    <Section id="solution" head="column">
      <Features className="schedule" features={solution.claims} label={solution.title} />
    </Section>
  );
}

import { Features } from '../components/cards.tsx';
import { Section } from '../components/section.tsx';
import { useCopy } from '../copy.ts';
import { picturePath } from '../illustrations/pictures.tsx';

/** The five claims, numbered as in a certificate's schedule, next to a cabinet with twelve drawers of records. */
export function Solution() {
  const { solution } = useCopy();
  return (
    <Section id="solution" head="column">
      <img
        className="cabinet"
        src={picturePath('cabinet')}
        alt=""
        width="1040"
        height="560"
        loading="lazy"
      />
      <Features className="schedule" features={solution.claims} label={solution.title} />
    </Section>
  );
}

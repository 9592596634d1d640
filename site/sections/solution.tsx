import { solution } from '../../content/landing.ts';
import { Feature } from '../components/feature.tsx';
import { Section } from '../components/section.tsx';

/** The five claims as the schedule of a certificate. */
export function Solution() {
  return (
    <Section id="solution" title={solution.title} lede={solution.lede} head="column">
      <ol className="schedule">
        {solution.claims.map(({ icon, title, description }) => (
          <Feature key={title} icon={icon} title={title}>
            {description}
          </Feature>
        ))}
      </ol>
    </Section>
  );
}

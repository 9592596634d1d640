import { Features } from '../components/cards.tsx';
import { Section } from '../components/section.tsx';
import { useCopy } from '../copy.ts';
import { Dial } from '../illustrations/dial.tsx';

/** The six themes around the dial of the 60-day cycle. */
export function Revenue() {
  const { revenue } = useCopy();
  return (
    <Section id="revenue">
      <div className="cycle">
        <Features className="themes" features={revenue.themes} label={revenue.title} />
        <Dial label={revenue.dialLabel} />
      </div>
    </Section>
  );
}

import SixtyDays from '../browser/sixty-days/sixty-days.tsx';
import { Features } from '../components/cards.tsx';
import { Island } from '../components/island.tsx';
import { Section } from '../components/section.tsx';
import { useCopy } from '../copy.ts';
import { picturePath } from '../illustrations/pictures.tsx';

/** The six themes around the dial of the 60-day cycle. */
export function Revenue() {
  const { revenue } = useCopy();
  return (
    <Section id="revenue">
      <div className="cycle">
        <Island
          name="sixty-days"
          component={SixtyDays}
          props={{ picture: picturePath('dial'), label: revenue.dialLabel }}
        />
        <Features className="themes" features={revenue.themes} label={revenue.title} />
      </div>
    </Section>
  );
}

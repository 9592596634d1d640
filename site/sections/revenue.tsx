import { Features } from '../components/cards.tsx';
import { Section } from '../components/section.tsx';
import { useCopy } from '../copy.ts';
import { picturePath } from '../illustrations/pictures.tsx';

/** The six themes next to the dial of the 60-day cycle. */
export function Revenue() {
  const { revenue } = useCopy();
  return (
    <Section id="revenue" ground="sheet">
      <div className="cycle">
        <img
          className="dial whole"
          src={picturePath('dial')}
          alt={revenue.dialLabel}
          width="480"
          height="480"
          loading="lazy"
        />
        <Features className="themes" features={revenue.themes} label={revenue.title} />
      </div>
    </Section>
  );
}

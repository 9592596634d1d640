import { revenue } from '../../content/landing.ts';
import { Features } from '../components/features.tsx';
import { Section } from '../components/section.tsx';
import { DialHand } from '../illustrations/dial.tsx';
import { picturePath } from '../illustrations/pictures.tsx';

/** The six themes around the dial of the 60-day cycle. */
export function Revenue() {
  return (
    <Section id="revenue" title={revenue.title} lede={revenue.lede}>
      <div className="cycle">
        <div className="dial">
          <img
            src={picturePath('dial')}
            alt={revenue.dialLabel}
            width="480"
            height="480"
            loading="lazy"
          />
          <DialHand />
        </div>
        <Features className="themes" features={revenue.themes} />
      </div>
    </Section>
  );
}

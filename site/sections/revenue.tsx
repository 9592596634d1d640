import { revenue } from '../../content/landing.ts';
import { Features } from '../components/features.tsx';
import { Section } from '../components/section.tsx';
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
        <Features className="themes" features={revenue.themes} carousel={revenue.title} />
      </div>
    </Section>
  );
}

/** The hand, in a box as large as the dial's. It points to 60 until its box is turned. */
function DialHand() {
  return (
    <svg
      className="dial-hand"
      viewBox="-1000 -1000 2000 2000"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M0-580L26-90 15 190H-15L-26-90zM0-834L26-790H-26z" />
      <circle r="62" />
    </svg>
  );
}

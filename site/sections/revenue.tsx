import { revenue } from '../../content/landing.ts';
import { Feature } from '../components/feature.tsx';
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
        <ul className="themes">
          {revenue.themes.map(({ icon, title, description }) => (
            <Feature key={title} icon={icon} title={title}>
              {description}
            </Feature>
          ))}
        </ul>
      </div>
    </Section>
  );
}

import { Features } from '../components/cards.tsx';
import { Section } from '../components/section.tsx';
import { useCopy } from '../copy.ts';
import { picturePath } from '../illustrations/pictures.tsx';

/** The themes, in groups, next to the way of the money and the dial of the 60-day cycle. */
export function Revenue() {
  const { revenue } = useCopy();
  return (
    <Section id="revenue" ground="sheet">
      <div className="cycle rows columns">
        <figure className="dial whole">
          <figcaption className="eyebrow small-heading">{revenue.moneyTitle}</figcaption>
          <dl className="ruled">
            {revenue.money.map(({ who, what }) => (
              <div key={who} className="line">
                <dt>{who}</dt>
                <dd className="soft">{what}</dd>
              </div>
            ))}
          </dl>
          <img
            src={picturePath('dial')}
            alt={revenue.dialLabel}
            width="480"
            height="480"
            loading="lazy"
          />
        </figure>
        <div className="themes rows">
          {revenue.groups.map(({ title, themes }) => (
            <div key={title}>
              <p className="eyebrow small-heading">{title}</p>
              <Features features={themes} label={title} />
            </div>
          ))}
        </div>
      </div>
    </Section>
  );
}

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
        <div>
          <p className="eyebrow small-heading">{revenue.moneyTitle}</p>
          <dl className="ruled">
            {revenue.money.map(({ who, what }) => (
              <div key={who} className="line">
                <dt>{who}</dt>
                <dd className="soft">{what}</dd>
              </div>
            ))}
          </dl>
          {revenue.moneyExample && <p className="soft small">{revenue.moneyExample}</p>}
          <figure className="dial whole">
            <img src={picturePath('dial')} alt="" width="480" height="480" loading="lazy" />
            <figcaption className="soft small">{revenue.dialCaption}</figcaption>
          </figure>
        </div>
        <div className="themes rows">
          {revenue.groups.map(({ title, themes }) => (
            <div key={title}>
              <p className="eyebrow small-heading">{title}</p>
              <Features className="tiles" features={themes} label={title} />
            </div>
          ))}
        </div>
      </div>
    </Section>
  );
}

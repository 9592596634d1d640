import { AlteredFigure } from '../components/altered-figure.tsx';
import { Features } from '../components/cards.tsx';
import { Section } from '../components/section.tsx';
import { useCopy, useProvider, withoutEmpty } from '../copy.ts';
import { picturePath } from '../illustrations/pictures.tsx';

/** A record whose seal can be broken, and the eight themes next to the six encryption rings. */
export function Security() {
  const { security, language } = useCopy();
  const { jurisdictions, levels } = useProvider();
  const themes = security.themes.map(({ description, ...theme }) => ({
    ...theme,
    description: withoutEmpty(description, { jurisdictions }, language),
  }));
  return (
    <Section id="security" ground="dark">
      <AlteredFigure />
      <div className="columns">
        <figure className="rings-figure rows screen-only">
          <figcaption>
            <p className="eyebrow small-heading">{security.ringsCaption}</p>
            <p className="soft small">{security.ringsNote}</p>
          </figcaption>
          <div className="rings">
            <img src={picturePath('rings')} alt="" width="544" height="544" loading="lazy" />
            {levels.some(Boolean) && (
              <ol className="levels small">
                {levels.map((level) => (
                  <li key={level}>{level}</li>
                ))}
              </ol>
            )}
          </div>
        </figure>
        <Features className="tiles" features={themes} label={security.title} />
      </div>
    </Section>
  );
}

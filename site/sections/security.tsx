import { security } from '../../content/landing.ts';
import { Features } from '../components/features.tsx';
import { Questions } from '../components/questions.tsx';
import { Section } from '../components/section.tsx';
import { picturePath } from '../illustrations/pictures.tsx';

/** The eight themes beside the six rings of the encryption, and what buyers ask about it. */
export function Security() {
  return (
    <Section id="security" title={security.title} lede={security.lede}>
      <div className="strongroom">
        <figure className="rings-figure">
          <img
            src={picturePath('rings')}
            alt={security.ringsLabel}
            width="544"
            height="544"
            loading="lazy"
          />
          <figcaption>{security.ringsCaption}</figcaption>
        </figure>
        <Features className="ledger" features={security.themes} carousel={security.title} />
      </div>
      <Questions />
    </Section>
  );
}

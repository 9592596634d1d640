import { security } from '../../content/landing.ts';
import { AlteredFigure } from '../browser/altered-figure/altered-figure.tsx';
import { Features } from '../components/features.tsx';
import { Island } from '../components/island.tsx';
import { Questions } from '../components/questions.tsx';
import { Section } from '../components/section.tsx';
import { picturePath, sealedSerial } from '../illustrations/pictures.tsx';

/** The eight themes beside the six rings of the encryption, a record whose seal can be broken, and what buyers ask. */
export function Security() {
  return (
    <Section id="security" title={security.title} lede={security.lede} head="column" reversed>
      <figure className="rings-figure">
        <figcaption>{security.ringsCaption}</figcaption>
        <picture>
          <source media="print,(forced-colors:active)" srcSet={picturePath('rings')} />
          <img
            src={picturePath('rings-on-ink')}
            alt={security.ringsLabel}
            width="544"
            height="544"
            loading="lazy"
          />
        </picture>
      </figure>
      <Features className="ledger" features={security.themes} label={security.title} />
      <Island
        name="altered-figure"
        component={AlteredFigure}
        props={{ picture: picturePath('seal'), serial: sealedSerial }}
      />
      <Questions />
    </Section>
  );
}

import AlteredFigure from '../browser/altered-figure/altered-figure.tsx';
import { Features } from '../components/cards.tsx';
import { Island } from '../components/island.tsx';
import { Section } from '../components/section.tsx';
import { useCopy } from '../copy.ts';
import { picturePath, sealOf } from '../illustrations/pictures.tsx';

/** The eight themes next to the six rings of the encryption, and a record whose seal can be broken. */
export function Security() {
  const { security, language } = useCopy();
  return (
    <Section id="security" head="column" ground="dark">
      <figure className="rings-figure">
        <figcaption className="small-heading">{security.ringsCaption}</figcaption>
        <img
          src={picturePath('rings')}
          alt={security.ringsLabel}
          width="544"
          height="544"
          loading="lazy"
        />
      </figure>
      <Features className="ledger" features={security.themes} label={security.title} />
      <Island name="altered-figure" component={AlteredFigure} props={sealOf(language)} />
    </Section>
  );
}

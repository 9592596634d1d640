import { Carousel, Picture } from '../components/cards.tsx';
import { Section } from '../components/section.tsx';
import { type Copy, useCopy } from '../copy.ts';

/** The stories, each as a certificate with its vignette. */
export function Cases() {
  const { cases } = useCopy();
  return (
    <Section id="cases" title={cases.title} lede={cases.lede} head="centred">
      <Carousel label={cases.title} className="certificates">
        {cases.stories.map((story, index) => (
          <li key={story.title}>
            <Certificate story={story} titleId={`story-${index + 1}`} />
          </li>
        ))}
      </Carousel>
    </Section>
  );
}

interface CertificateProps {
  story: Copy['cases']['stories'][number];
  /** The id of its title; unique in the document. */
  titleId: string;
}

function Certificate({ story, titleId }: CertificateProps) {
  const { cases } = useCopy();
  return (
    <article className="certificate framed" aria-labelledby={titleId}>
      <Picture name={story.picture} alt={story.alt} />
      <p className="certificate-label">{story.valueLabel}</p>
      <h3 id={titleId}>{story.title}</h3>
      <p className="certificate-records">{story.records}</p>
      <p className="certificate-label">{cases.mark}</p>
      <dl className="certificate-figures">
        {(['supply', 'holders', 'markets'] as const).map((figure) => (
          <div key={figure}>
            <dt>
              {cases.labels[figure].name} <span>{cases.labels[figure].meaning}</span>
            </dt>
            <dd>{story[figure]}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

import { Picture, Terms } from '../components/cards.tsx';
import { References } from '../components/provider.tsx';
import { Section } from '../components/section.tsx';
import { useCopy } from '../copy.ts';

/** From the data to what comes of it. */
const steps = ['records', 'token', 'result'] as const;

/** The stories, each as a certificate with a picture. */
export function Cases() {
  const { title, note, labels, stories } = useCopy().cases;
  return (
    <Section id="cases" head="centred">
      <ul className="stories" aria-label={title}>
        {stories.map((story, index) => (
          <li key={story.title}>
            <article className="story framed" aria-labelledby={`story-${index + 1}`}>
              <Picture name={story.picture} alt={story.alt} />
              <div className="story-head line">
                <p className="eyebrow small-heading">{story.valueLabel}</p>
                <p className="small" aria-hidden="true">
                  {`${index + 1} / ${stories.length}`}
                </p>
              </div>
              <h3 id={`story-${index + 1}`}>{story.title}</h3>
              <Terms terms={steps.map((step) => ({ term: labels[step], text: story[step] }))} />
              <dl className="story-figures ruled">
                {(['supply', 'holders', 'markets'] as const).map((figure) => (
                  <div key={figure} className="line">
                    <dt>{labels[figure]}</dt>
                    <dd>{story[figure]}</dd>
                  </div>
                ))}
              </dl>
              <Source {...story} />
            </article>
          </li>
        ))}
      </ul>
      {note && <p className="cases-note soft small">{note}</p>}
      <References />
    </Section>
  );
}

/** The kind of story and the source of its figures, if they are filled in. */
function Source({ mark, source, link }: Record<'mark' | 'source' | 'link', string>) {
  if (!mark && !source) return null;
  return (
    <p className="story-source soft small">
      {mark} {source && link ? <a href={link}>{source}</a> : source}
    </p>
  );
}

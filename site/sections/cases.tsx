import { cases } from '../../content/landing.ts';
import { Section } from '../components/section.tsx';
import { vignettePath } from '../illustrations/pictures.tsx';

/** The three sample stories, each as a certificate with its vignette. */
export function Cases() {
  return (
    <Section id="cases" title={cases.title} lede={cases.lede}>
      <ul className="certificates">
        {cases.stories.map((story) => (
          <li key={story.title}>
            <Certificate story={story} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Certificate({ story }: { story: (typeof cases.stories)[number] }) {
  const { labels } = cases;
  return (
    <article className="certificate framed">
      <img
        className="vignette"
        src={vignettePath(story.picture)}
        alt={story.alt}
        width="400"
        height="400"
        loading="lazy"
      />
      <p className="certificate-mark">
        <span>{story.valueLabel}</span>
        <span>{cases.mark}</span>
      </p>
      <h3>{story.title}</h3>
      <dl className="certificate-figures">
        {(['supply', 'holders', 'markets'] as const).map((figure) => (
          <div key={figure}>
            <dt>{labels[figure]}</dt>
            <dd>{story[figure]}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

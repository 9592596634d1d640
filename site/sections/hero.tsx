import { useCallFacts } from '../components/call.tsx';
import { Terms } from '../components/cards.tsx';
import { Icon } from '../components/icon.tsx';
import { Token } from '../components/token.tsx';
import { headlineSize, useCopy, useProvider, withoutEmpty } from '../copy.ts';
import { tokenSources } from '../illustrations/pictures.tsx';

/** The first view: the offer, the token and the figures. */
export function Hero() {
  const { hero, language, paths } = useCopy();
  const call = useCallFacts();
  const terms = hero.terms
    .map(({ term, text }) => ({ term, text: withoutEmpty(text, { call }, language) }))
    .filter(({ text }) => text);
  return (
    <div className="hero">
      <div className="hero-copy">
        <p className="eyebrow small-heading">{hero.pageTitle}</p>
        <h1 className={headlineSize(hero).name}>
          {hero.title} <em>{hero.titleAccent}</em>
        </h1>
        <p className="lede">{hero.lede}</p>
        <p className="actions line">
          <a className="button" href={paths.book}>
            {hero.secondAction}
          </a>
          <a className="button second" href="#solution">
            {hero.action}
            <Icon name="arrow-down" />
          </a>
        </p>
        <Terms terms={terms} />
      </div>
      <dl className="figures" aria-label={hero.figuresTitle}>
        {hero.figures.map(({ figure, label, ...more }) => (
          <div key={label}>
            <dt className="soft">
              {label}
              {'detail' in more && more.detail && <div>{more.detail}</div>}
            </dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <Credentials />
      {/* Last, so that the text arrives before the drawing. */}
      <Token sheets={tokenSources.light} lazy />
    </div>
  );
}

/** Certificates, custodian and auditor, if filled in. */
function Credentials() {
  const { credentials } = useProvider();
  if (credentials.length === 0) return null;
  return (
    <ul className="credentials">
      {credentials.map(({ name, issuer, number, link }) => (
        <li key={name + number}>
          <strong>{link ? <a href={link}>{name}</a> : name}</strong>{' '}
          <span className="soft">{[issuer, number].filter(Boolean).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

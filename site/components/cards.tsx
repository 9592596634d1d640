import { ownFiles } from 'virtual:pictures';
import { namedPicture } from '../illustrations/pictures.tsx';
import { Icon } from './icon.tsx';

interface FeaturesProps {
  features: readonly Feature[];
  /** The list's accessible name. */
  label: string;
  /** A class for another layout of the list. */
  className?: string;
}

interface Feature extends Record<'icon' | 'title' | 'description', string> {
  /** A file in content/ that the card links to, such as an agreement. */
  document?: string;
}

/** Feature cards with icon, title and description. */
export function Features({ features, label, className = '' }: FeaturesProps) {
  return (
    <ul className={`features ${className}`} aria-label={label}>
      {features.map(({ icon, title, description, document }) => (
        <li key={title} className="feature">
          <Icon name={icon} large />
          <h3>{title}</h3>
          <p className="soft">{description}</p>
          {document && (
            <p className="tall-links">
              {/* A download, because the policy sent with files stops browsers from showing a PDF. */}
              <a href={ownFiles[document]} download={document}>{`${title} (PDF)`}</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Short terms, each with its text next to it. Renders nothing if there are none. */
export function Terms({ terms }: { terms: readonly Record<'term' | 'text', string>[] }) {
  if (terms.length === 0) return null;
  return (
    <dl className="terms rows">
      {terms.map(({ term, text }) => (
        <div key={term} className="line">
          <dt>{term}</dt>
          <dd className="soft">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A picture that a text names, in a card of `stories`: a drawing, or a photograph in one colour. */
export function Picture({ name, alt }: { name: string; alt: string }) {
  // The site's drawings have no dot in their names. The provider's drawings end in .svg.
  const isPhotograph = name.includes('.') && !/\.svg$/i.test(name);
  return (
    <img
      className={isPhotograph ? 'vignette photograph' : 'vignette'}
      src={namedPicture(name)}
      alt={alt}
      width="440"
      height="400"
      loading="lazy"
    />
  );
}

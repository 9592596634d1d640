import { ownFiles } from 'virtual:pictures';
import { namedPicture } from '../illustrations/pictures.tsx';
import { Icon } from './icon.tsx';

interface FeaturesProps {
  features: readonly Feature[];
  /** What the list contains. */
  label: string;
  /** The class of the list, by which its section lays it out differently. */
  className?: string;
}

interface Feature extends Record<'icon' | 'title' | 'description', string> {
  /** A file in content/ that the card leads to, such as an agreement. */
  document?: string;
}

/** Feature cards: each an icon, a title and a description. */
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
              {/* Saved: its policy would keep a browser from showing it. */}
              <a href={ownFiles[document]} download={document}>{`${title} (PDF)`}</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A picture that a text names, in a card of `certificates`: a drawing, or a photograph in one ink. */
export function Picture({ name, alt }: { name: string; alt: string }) {
  // A drawing of the site has no dot in its name, one of the provider ends in .svg.
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

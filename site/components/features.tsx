import type { IconName } from '../choices.ts';
import { Carousel } from './carousel.tsx';
import { CardIcon } from './icon.tsx';

interface FeaturesProps {
  /** The class of the list, by which its section sets the cards. */
  className: string;
  /** What the list is of. */
  label: string;
  features: readonly { icon: IconName; title: string; description: string }[];
}

/** Feature cards: each an icon, a title and a description. */
export function Features({ className, label, features }: FeaturesProps) {
  return (
    <Carousel label={label} className={className}>
      {features.map(({ icon, title, description }, index) => (
        <li key={title} className="feature" data-place={`${index + 1} / ${features.length}`}>
          <CardIcon name={icon} />
          <h3>{title}</h3>
          <p>{description}</p>
        </li>
      ))}
    </Carousel>
  );
}

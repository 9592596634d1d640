import type { IconName } from '../choices.ts';
import { Carousel } from './carousel.tsx';
import { CardIcon } from './icon.tsx';

interface FeaturesProps {
  /** The class of the list, by which its section sets the cards. */
  className: string;
  features: readonly { icon: IconName; title: string; description: string }[];
  /** What the list is of, where it is one row on a phone. */
  carousel?: string;
}

/** Feature cards: each an icon, a title and a description. */
export function Features({ className, features, carousel }: FeaturesProps) {
  const cards = features.map(({ icon, title, description }) => (
    <li key={title} className="feature">
      <CardIcon name={icon} />
      <h3>{title}</h3>
      <p>{description}</p>
    </li>
  ));
  if (carousel === undefined) return <ul className={className}>{cards}</ul>;
  return (
    <Carousel label={carousel} className={className}>
      {cards}
    </Carousel>
  );
}

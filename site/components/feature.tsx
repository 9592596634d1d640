import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface FeatureProps {
  icon: IconName;
  title: string;
  children: ReactNode;
}

/** A feature card: an icon, a title, and a description or a list. Its section sets the frame. */
export function Feature({ icon, title, children }: FeatureProps) {
  return (
    <li className="feature">
      <Icon name={icon} />
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  );
}

import { cardIcons } from 'virtual:card-icons';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUpRight,
  type IconNode,
  Menu,
  Share2,
  X,
} from 'lucide';
import { createElement } from 'react';

const controlIcons = {
  'arrow-down': ArrowDown,
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  'arrow-up-right': ArrowUpRight,
  menu: Menu,
  share: Share2,
  x: X,
} as const;

/** The decorative icon of a control. */
export function Icon({ name }: { name: keyof typeof controlIcons }) {
  return <Drawing node={controlIcons[name]} />;
}

/** The decorative icon of a card, by the name that the content gives it. */
export function CardIcon({ name }: { name: string }) {
  const node = cardIcons[name];
  if (node === undefined) throw new Error(`The icon '${name}' is new: build the site again`);
  return <Drawing node={node} />;
}

/** An icon of 24 units: the words beside it carry the meaning. */
function Drawing({ node }: { node: IconNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {node.map(([tag, attributes], index) =>
        // The parts of an icon never change places.
        createElement(tag, { ...attributes, key: index }),
      )}
    </svg>
  );
}

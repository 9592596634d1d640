import { firstView, iconSprite } from '../illustrations/icon-sprite.ts';

/**
 * A decorative icon from site/illustrations. Icons of the first view are inlined, so that this view needs no
 * other file. The text next to an icon has its meaning. Throws without a name, because content is not type-checked.
 */
export function Icon({ name, large = false }: { name: string; large?: boolean }) {
  if (name === undefined) throw new Error('A card has no icon');
  const line = firstView[name];
  return (
    <svg className={large ? 'icon large' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      {line ? <path d={line} /> : <use href={`${iconSprite.path}#${name}`} />}
    </svg>
  );
}

import { firstView, path } from 'virtual:icon-sprite';

/**
 * A decorative icon of site/illustrations/icons, drawn into the page if it is in the first view, which
 * waits for no other file. The words next to it carry the meaning. Throws without a name: content is not
 * type-checked before it is built.
 */
export function Icon({ name, large = false }: { name: string; large?: boolean }) {
  if (name === undefined) throw new Error('A card has no icon');
  const line = firstView[name];
  return (
    <svg className={large ? 'icon large' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      {line ? <path d={line} fill="currentColor" /> : <use href={`${path}#${name}`} />}
    </svg>
  );
}

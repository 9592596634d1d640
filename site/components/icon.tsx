import { path } from 'virtual:icon-sprite';

/** Drawn into the page itself: they stand in the first view, which waits for no other file. */
const firstView: Readonly<Record<string, string>> = {
  'arrow-down': 'M11.1 1.5h1.8L12.4 18h-.8zM12 23l-6.2-8L12 17.6 18.2 15z',
  'arrow-left': 'M22.5 11.1v1.8L6 12.4v-.8zM1 12l8-6.2L6.4 12 9 18.2z',
  'arrow-right': 'M1.5 11.1v1.8l16.5-.5v-.8zM23 12l-8-6.2 2.6 6.2-2.6 6.2z',
  menu: 'M2 6Q12 5.3 22 6 12 6.7 2 6zM2 12q10-.7 20 0-10 .7-20 0zM2 18q10-.7 20 0-10 .7-20 0z',
  x: 'M4 4l8.4 7.6L20 20l-8.4-7.6zM20 4l-7.6 8.4L4 20l7.6-8.4z',
};

/**
 * A decorative icon, of those above or of site/illustrations/icons: the words beside it carry the
 * meaning. Throws without a name: content is not type-checked before it is built.
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

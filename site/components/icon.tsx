import { path } from 'virtual:icon-sprite';

/** Drawn into the page itself: they stand in the first view, which waits for no other file. */
const firstView = {
  'arrow-down': 'M11.1 1.5h1.8L12.4 18h-.8zM12 23l-6.2-8L12 17.6 18.2 15z',
  'arrow-left': 'M22.5 11.1v1.8L6 12.4v-.8zM1 12l8-6.2L6.4 12 9 18.2z',
  menu: 'M2 5.5Q12 4 22 5.5v.5Q12 7.5 2 6zM2 11.750q10-1.5 20 0v.5q-10 1.5-20 0zM2 18q10-1.5 20 0v.5q-10 1.5-20 0z',
  x: 'M3.8 4.2l.4-.4 8.7 7.3 7.3 8.7-.4.4-8.7-7.3zM20.2 4.2l-.4-.4-8.7 7.3-7.3 8.7.4.4 8.7-7.3z',
} as const;

type ControlIcon = keyof typeof firstView | 'arrow-up-right' | 'share';

/** The decorative icon of a control. */
export function Icon({ name }: { name: ControlIcon }) {
  if (name === 'arrow-up-right' || name === 'share') return <CardIcon name={name} />;
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={firstView[name]} fill="currentColor" />
    </svg>
  );
}

/** The decorative icon of that name in site/illustrations/icons: the words beside it carry the meaning. */
export function CardIcon({ name }: { name: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${path}#${name}`} />
    </svg>
  );
}

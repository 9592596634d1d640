import type { ComponentType } from 'react';
import { islandMark, mailMark, propsMark } from '../browser/protocol.ts';

interface IslandProps<Props extends object> {
  /** The name of its file in site/browser/, of which it is the default export. */
  name: string;
  /** Left out where the bootstrap gives the props: the island is then empty until it is loaded. */
  component?: ComponentType<Props>;
  props?: Props;
  /** Given where the page is nothing without it: a failure then shows the error screen. */
  contactEmail?: string;
}

/** A part of a page that React takes over in the browser: rendered here, and whole without a script. */
export function Island<Props extends object>(island: IslandProps<Props>) {
  const { name, component: Component, props, contactEmail } = island;
  const marks = {
    [islandMark]: name,
    [propsMark]: props && JSON.stringify(props),
    [mailMark]: contactEmail,
  };
  return <div {...marks}>{Component && props && <Component {...props} />}</div>;
}

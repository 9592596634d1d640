import type { ComponentType } from 'react';
import { islandMark, propsMark } from '../browser/protocol.ts';

interface IslandProps<Props extends object> {
  /** The name of its file in site/browser/, which has the component as default export. */
  name: string;
  component: ComponentType<Props>;
  props: Props;
}

/** A part of a page that React hydrates in the browser. Its HTML works without a script. */
export function Island<Props extends object>({ name, component, props }: IslandProps<Props>) {
  const Component = component;
  const marks = {
    [islandMark]: name,
    [propsMark]: JSON.stringify(props),
  };
  return (
    <div {...marks}>
      <Component {...props} />
    </div>
  );
}

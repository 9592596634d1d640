import { type ComponentType, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { CopyContext, copyOf, filesOf } from '../copy.ts';
import { carriedOver } from './carry-over.ts';
import {
  hydratedEvent,
  hydratedMark,
  islandMark,
  propsMark,
  wantedEvent,
  wantedMark,
} from './protocol.ts';

/** Every island by its file, which is loaded when the page has one that is wanted. */
const islands = import.meta.glob<ComponentType>('./*/*.tsx', { import: 'default' });

for (const root of document.querySelectorAll<HTMLElement>(`[${wantedMark}]`)) void hydrate(root);
addEventListener(wantedEvent, ({ target }) => {
  if (target instanceof HTMLElement) void hydrate(target);
});

/** Of every language, without the texts that no island shows. */
const texts = import.meta.glob<object>([
  '../../content/*/*.ts',
  '!../../content/*/{legal,reply}.ts',
]);
const { language = '', home = '/' } = document.documentElement.dataset;
/** In the page's language, asked for once. */
const copy = Promise.all(filesOf(texts, language).map((load) => load())).then((files) =>
  copyOf(language, files, home),
);

/**
 * Hydrates an island. Where a translator or an extension has changed its markup, React renders it anew, and
 * what the visitor did there is carried over. Where it fails it stands again as the server rendered it.
 */
async function hydrate(root: HTMLElement) {
  try {
    const island = root.getAttribute(islandMark);
    const file = Object.keys(islands).find((path) => path.endsWith(`/${island}.tsx`)) ?? '';
    const Component = await islands[file]?.();
    if (!Component) throw new Error(`There is no island '${island}'`);
    const value = await copy;
    const before = root.cloneNode(true).childNodes;
    const carryOver = carriedOver(root);
    const content = <Hydrated root={root} carryOver={carryOver} component={Component} />;
    const onUncaughtError = (error: unknown) => {
      console.error(error);
      root.replaceChildren(...before);
      carryOver();
    };
    hydrateRoot(root, <CopyContext value={value}>{content}</CopyContext>, {
      onUncaughtError,
      onRecoverableError: (error) => console.warn(error),
    });
  } catch (error) {
    console.error(error);
  }
}

interface HydratedProps {
  root: HTMLElement;
  carryOver: () => void;
  component: ComponentType;
}

function Hydrated({ root, carryOver, component: Component }: HydratedProps) {
  // Before the effects of the component, which reads its fields there.
  useLayoutEffect(carryOver, [carryOver]);
  useEffect(() => {
    root.setAttribute(hydratedMark, '');
    root.dispatchEvent(new Event(hydratedEvent));
  }, [root]);
  // Parsed here, so that broken props are an error of the island.
  return <Component {...JSON.parse(root.getAttribute(propsMark) ?? '{}')} />;
}

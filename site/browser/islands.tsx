import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { ErrorScreen } from '../components/error-screen.tsx';
import { CopyContext, copyOf, filesOf } from '../copy.ts';
import {
  failedEvent,
  hydratedEvent,
  hydratedMark,
  islandMark,
  mailMark,
  propsMark,
  runningMark,
  wantedEvent,
  wantedMark,
} from './protocol.ts';

/** Every island by its file, which is loaded when the page has one that is wanted. */
const islands = import.meta.glob<ComponentType>('./*/*.tsx', { import: 'default' });

for (const root of document.querySelectorAll<HTMLElement>(`[${wantedMark}]`)) void hydrate(root);
addEventListener(wantedEvent, ({ target }) => {
  if (target instanceof HTMLElement) void hydrate(target);
});
document.documentElement.setAttribute(runningMark, '');

/** Of every language, without the texts that no island shows. */
const texts = import.meta.glob<object>([
  '../../content/*/*.ts',
  '!../../content/*/{legal,reply}.ts',
]);
const { lang, dataset } = document.documentElement;
/** In the page's language, asked for once. */
const copy = Promise.all(filesOf(texts, lang).map((load) => load())).then((files) =>
  copyOf(lang, files, dataset.home ?? '/'),
);

/**
 * In place of an island that cannot be rendered, and of all beside it, stands the error screen; an
 * island that its page can do without (no `mailMark`) stands again as the server rendered it.
 */
async function hydrate(root: HTMLElement) {
  try {
    const island = root.getAttribute(islandMark);
    const mail = root.getAttribute(mailMark);
    const file = Object.keys(islands).find((path) => path.endsWith(`/${island}.tsx`)) ?? '';
    const Component = await islands[file]?.();
    if (!Component) throw new Error(`There is no island '${island}'`);
    const value = await copy;
    const inContext = (part: ReactNode) => <CopyContext value={value}>{part}</CopyContext>;
    const before = root.cloneNode(true).childNodes;
    const isEmpty = !root.hasChildNodes();
    const content = inContext(<Hydrated root={root} component={Component} />);
    const onUncaughtError = (thrown: unknown) => {
      console.error(thrown);
      if (mail === null) return root.replaceChildren(...before);
      const { message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
      root.parentElement?.replaceChildren(root);
      reactRoot.render(
        inContext(<ErrorScreen message={message} stack={stack} contactEmail={mail} />),
      );
    };
    const reactRoot: Root = isEmpty
      ? createRoot(root, { onUncaughtError })
      : hydrateRoot(root, content, { onUncaughtError });
    if (isEmpty) reactRoot.render(content);
  } catch (error) {
    console.error(error);
    root.dispatchEvent(new Event(failedEvent));
  }
}

function Hydrated({ root, component: Component }: { root: HTMLElement; component: ComponentType }) {
  useEffect(() => {
    root.setAttribute(hydratedMark, '');
    root.dispatchEvent(new Event(hydratedEvent));
  }, [root]);
  // Parsed here, so that broken props are an error of the island.
  return <Component {...JSON.parse(root.getAttribute(propsMark) ?? '{}')} />;
}

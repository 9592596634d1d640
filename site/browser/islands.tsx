import { type ComponentType, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { CopyContext, copyOf, filesOf } from '../copy.ts';
import {
  hydratedEvent,
  hydratedMark,
  islandMark,
  propsMark,
  wantedEvent,
  wantedMark,
} from './protocol.ts';

/** Every island by its file, loaded on demand. */
const islands = import.meta.glob<ComponentType>('./*/*.tsx', { import: 'default' });

for (const root of document.querySelectorAll<HTMLElement>(`[${wantedMark}]`)) void hydrate(root);
addEventListener(wantedEvent, ({ target }) => {
  if (target instanceof HTMLElement) void hydrate(target);
});

/** The texts of every language, except files that no island uses. */
const texts = import.meta.glob<object>([
  '../../content/*/*.ts',
  '!../../content/*/{legal,reply}.ts',
]);
const { language = '', home = '/' } = document.documentElement.dataset;
/** The texts in the page's language, loaded once. */
const copy = Promise.all(filesOf(texts, language).map((load) => load())).then((files) =>
  copyOf(language, files, home),
);

/**
 * Hydrates an island. If a translator or an extension has changed the markup, React renders it again, and the
 * visitor's input is carried over. If that fails, the server's markup is restored.
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
  // Runs before the component's effects, which read the fields.
  useLayoutEffect(carryOver, [carryOver]);
  useEffect(() => {
    root.setAttribute(hydratedMark, '');
    root.dispatchEvent(new Event(hydratedEvent));
  }, [root]);
  // Parsed here, so that the island handles the error of broken props.
  return <Component {...JSON.parse(root.getAttribute(propsMark) ?? '{}')} />;
}

/**
 * Remembers the controls of this part of the page. If React renders the part again, the returned function copies
 * values, choices and focus to the new controls.
 */
function carriedOver(root: HTMLElement): () => void {
  const early = controlsOf(root);
  let focused: EventTarget | null = document.activeElement;
  // Before React's own listeners, which may render the part at once.
  const remember = ({ type, target }: Event) => {
    focused = type === 'pointercancel' ? null : target;
  };
  for (const type of ['focusin', 'pointerdown', 'pointercancel'])
    root.addEventListener(type, remember, true);
  return () => {
    controlsOf(root).forEach((control, index) => {
      const old = early[index];
      if (!old || old === control) return;
      if (control instanceof HTMLInputElement && old instanceof HTMLInputElement) {
        control.value = old.value;
        control.checked = old.checked;
      }
      if (old !== focused) return;
      restoreFocus(control);
      // If React renders during a press, the browser then focuses the old control.
      setTimeout(() => restoreFocus(control));
    });
  };
}

/** Gives the control the focus, unless another element has it. */
function restoreFocus(control: HTMLElement) {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body) control.focus({ preventScroll: true });
}

function controlsOf(root: HTMLElement) {
  return [...root.querySelectorAll<HTMLElement>('input, button')];
}

import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { ErrorScreen } from '../components/error-screen.tsx';
import { CopyContext, copyOf, filesOf } from '../copy.ts';

/** Renders an island from its props as JSON. */
type Render = (props: string) => ReactNode;

/** Every island by its name. Its module is loaded when the page has one that is wanted. */
const islands: Readonly<Record<string, () => Promise<Render>>> = {
  'booking-form': island(async () => (await import('./booking-form/booking-form.tsx')).BookingForm),
  certificate: island(async () => (await import('./certificate/certificate.tsx')).Certificate),
  'kept-certificate': island(
    async () => (await import('./certificate/kept-certificate.tsx')).KeptCertificate,
  ),
  'follow-record': island(
    async () => (await import('./follow-record/follow-record.tsx')).FollowRecord,
  ),
  'altered-figure': island(
    async () => (await import('./altered-figure/altered-figure.tsx')).AlteredFigure,
  ),
  'sixty-days': island(async () => (await import('./sixty-days/sixty-days.tsx')).SixtyDays),
};

function island<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return async (): Promise<Render> => {
    const Loaded = await load();
    return (props) => <Loaded {...JSON.parse(props)} />;
  };
}

for (const root of document.querySelectorAll<HTMLElement>('[data-wanted]')) void hydrate(root);
addEventListener('wanted', ({ target }) => {
  if (target instanceof HTMLElement) void hydrate(target);
});
// load-islands.ts looks for it when the script is loaded.
document.documentElement.dataset.islands = '';

/** Of every language, without the texts that no island shows. */
const texts = import.meta.glob<object>([
  '../../content/*/*.ts',
  '!../../content/*/{inbox,legal,mail,report}.ts',
]);
const { lang } = document.documentElement;
/** In the page's language, asked for once. */
const copy = Promise.all(filesOf(texts, lang).map((load) => load())).then((files) =>
  copyOf(lang, files),
);

/**
 * In place of an island that cannot be rendered, and of all beside it, stands the error screen; an
 * island that its page can do without (no `data-mail`) stands again as the server rendered it.
 */
async function hydrate(root: HTMLElement) {
  try {
    const { island = '', mail } = root.dataset;
    const render = await islands[island]?.();
    if (!render) throw new Error(`There is no island '${island}'`);
    const value = await copy;
    const inContext = (part: ReactNode) => <CopyContext value={value}>{part}</CopyContext>;
    const before = root.cloneNode(true).childNodes;
    const isEmpty = !root.hasChildNodes();
    const content = inContext(<Hydrated root={root} render={render} />);
    const onUncaughtError = (thrown: unknown) => {
      console.error(thrown);
      if (mail === undefined) return root.replaceChildren(...before);
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
    root.dispatchEvent(new Event('error'));
  }
}

function Hydrated({ root, render }: { root: HTMLElement; render: Render }) {
  useEffect(() => {
    root.dispatchEvent(new Event('hydrated'));
  }, [root]);
  return render(root.dataset.props ?? '');
}

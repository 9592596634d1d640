/**
 * The script that is written into /book, which is whole without it. It must not throw on an old
 * browser. Loads the islands, the parts of a page that React takes over (islands.tsx), each when it
 * is near the window or touched. A form submitted before that is held and submitted once when its
 * island is hydrated. Where the script does not come, the form posts itself; a form without an
 * action, in front of another data interface, shows the fallback of its page instead.
 */
import { noteSubmitted } from './submitted.ts';

/** How long a submitted form waits for its island, in milliseconds. */
const holdTimeout = 10_000;

/** Rejects when the script of all islands cannot be had. */
let script: Promise<void> | undefined;

for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) prepare(root);
addEventListener('submit', noteSubmitted, true);

function prepare(root: HTMLElement) {
  let held: HTMLFormElement | undefined;
  let failed = false;

  for (const touch of ['pointerdown', 'keydown', 'focusin']) root.addEventListener(touch, load);
  root.onsubmit = hold;
  root.addEventListener('hydrated', () => {
    root.onsubmit = null;
    // Older than `requestSubmit`, and checks the fields as well.
    release()?.querySelector<HTMLElement>('[type=submit]')?.click();
  });
  root.addEventListener('error', giveUp);
  const idle = window.requestIdleCallback ?? setTimeout;
  new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && idle(load),
    { rootMargin: '50%' },
  ).observe(root);

  function load() {
    if ('wanted' in root.dataset) return;
    root.dataset.wanted = '';
    root.dispatchEvent(new Event('wanted', { bubbles: true }));
    script ??= insertScript(root.dataset.script ?? '');
    script.catch(giveUp);
  }

  function hold(event: Event) {
    if (!(event.target instanceof HTMLFormElement)) return;
    const posts = event.target.hasAttribute('action');
    if (failed && posts) return;
    event.preventDefault();
    if (held) return;
    held = event.target;
    // React owns the form, but not its root.
    root.inert = true;
    root.dataset.held = '';
    if (failed) return giveUp();
    setTimeout(giveUp, holdTimeout);
    load();
  }

  function giveUp() {
    if (!root.onsubmit) return;
    failed = true;
    const form = release();
    if (form?.hasAttribute('action')) form.submit();
    else if (form) showFallback();
  }

  function release() {
    const form = held;
    held = undefined;
    root.inert = false;
    delete root.dataset.held;
    // The hold took the focus from it.
    if (form && document.activeElement === document.body)
      form.querySelector<HTMLElement>('[type=submit]')?.focus();
    return form;
  }
}

function showFallback() {
  const fallback = document.querySelector<HTMLElement>('.fallback');
  if (!fallback) return;
  fallback.dataset.shown = '';
  fallback.focus();
}

function insertScript(address: string): Promise<void> {
  return new Promise((_resolve, reject) => {
    const element = document.createElement('script');
    element.type = 'module';
    element.fetchPriority = 'low';
    element.src = trusted(address);
    element.onerror = reject;
    // A script that an old browser cannot parse is loaded all the same, and never runs.
    element.onload = () => 'islands' in document.documentElement.dataset || reject();
    document.head.append(element);
  });
}

/** The one Trusted Types policy: it admits the site's own built files and nothing else. */
function trusted(address: string): string {
  const createScriptURL = (url: string) => {
    if (url.startsWith(__ASSETS__)) return url;
    throw url;
  };
  const policy = window.trustedTypes?.createPolicy('islands', { createScriptURL });
  // The DOM's types know `src` as a string only.
  return (policy ?? { createScriptURL }).createScriptURL(address) as string;
}

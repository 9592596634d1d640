/**
 * The script that is written into /book, which is whole without it. It must not throw on an old
 * browser. Loads the form's island when the page is idle. A form submitted before it is
 * hydrated is held, and submitted once then. Where the script does not come, the form posts itself;
 * a form without an action, in front of another data interface, shows the fallback of its page.
 */
import { loadIsland } from './load-islands.ts';
import { noteSubmitted } from './submitted.ts';

/** How long a submitted form waits for its island, in milliseconds. */
const holdTimeout = 10_000;

const islands = document.querySelectorAll<HTMLElement>('[data-island]');
for (const root of islands) if (root.querySelector('form')) holdForm(root);
// The certificate is wanted with the form: it shows what is typed there.
addEventListener('wanted', () => islands.forEach(loadIsland));
addEventListener('submit', () => noteSubmitted(), true);

function holdForm(root: HTMLElement) {
  let held: HTMLFormElement | undefined;
  let failed = false;

  root.onsubmit = hold;
  root.addEventListener('hydrated', () => {
    root.onsubmit = null;
    // Older than `requestSubmit`, and checks the fields as well.
    release()?.querySelector<HTMLElement>('[type=submit]')?.click();
  });
  root.addEventListener('error', giveUp);
  document.addEventListener('error', giveUpOn, true);
  // A script that an old browser cannot parse is loaded all the same, and never runs.
  document.addEventListener(
    'load',
    (event) => 'islands' in document.documentElement.dataset || giveUpOn(event),
    true,
  );
  const idle = window.requestIdleCallback ?? setTimeout;
  // After the first paint.
  requestAnimationFrame(() => idle(() => loadIsland(root)));

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
    loadIsland(root);
  }

  function giveUpOn({ target }: Event) {
    if (target instanceof HTMLScriptElement) giveUp();
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

/**
 * The script that is written into /book, which is whole without it. It must not throw on an old
 * browser. Loads the form's island when the page is idle. A form submitted before it is
 * hydrated is held, and submitted once then. Where the script does not come, the form posts itself;
 * a form without an action, in front of another data interface, shows the fallback of its page.
 */
import { islandLoad, islandReady } from './island-events.ts';
import { loadIsland } from './load-islands.ts';
import { noteSubmitted } from './submitted.ts';

/** How long a submitted form waits for its island, in milliseconds. */
const holdTimeout = 10_000;

const islands = document.querySelectorAll<HTMLElement>('[data-island]');
const form = document.querySelector('form');
const root = form?.closest<HTMLElement>('[data-island]');
if (form && root) holdForm(form, root);
// The certificate is wanted with the form: it shows what is typed there.
addEventListener(islandLoad, () => islands.forEach(loadIsland));
addEventListener('submit', () => noteSubmitted(), true);

function holdForm(form: HTMLFormElement, root: HTMLElement) {
  const posts = form.hasAttribute('action');
  const button = form.querySelector<HTMLElement>('[type=submit]');
  let held = false;
  let failed = false;

  root.onsubmit = (event) => {
    if (failed && posts) return;
    event.preventDefault();
    if (held) return;
    held = true;
    // React owns the form, but not its root.
    root.inert = true;
    root.dataset.held = '';
    if (failed) return giveUp();
    setTimeout(giveUp, holdTimeout);
    loadIsland(root);
  };
  root.addEventListener(islandReady, () => {
    root.onsubmit = null;
    // Older than `requestSubmit`, and checks the fields as well.
    if (release()) button?.click();
  });
  root.addEventListener('error', giveUp);
  // A script that an old browser cannot parse is loaded all the same, and never runs.
  for (const end of ['error', 'load']) document.addEventListener(end, giveUpOn, true);
  const idle = window.requestIdleCallback ?? setTimeout;
  // After the first paint.
  requestAnimationFrame(() => idle(() => loadIsland(root)));

  function giveUpOn({ target }: Event) {
    const runs = 'islands' in document.documentElement.dataset;
    if (target instanceof HTMLScriptElement && !runs) giveUp();
  }

  function giveUp() {
    if (!root.onsubmit) return;
    failed = true;
    if (!release()) return;
    if (posts) return form.submit();
    const fallback = document.querySelector<HTMLElement>('.fallback');
    fallback?.setAttribute('data-shown', '');
    fallback?.focus();
  }

  /** Gives whether it was held. */
  function release(): boolean {
    const wasHeld = held;
    held = false;
    root.inert = false;
    delete root.dataset.held;
    // The hold took the focus from it.
    if (wasHeld && document.activeElement === document.body) button?.focus();
    return wasHeld;
  }
}

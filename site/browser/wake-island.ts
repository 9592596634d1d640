/**
 * The bootstrap of the Book a Call page, inlined. It loads the island when the page is idle or at
 * the first touch of it. A submit made before the island listens is held and made again, once,
 * when it does. Where the island does not come, the form posts itself, and is the visitor's again
 * with the banner when no page answers; in front of another data interface, which could not answer
 * that, the mail link is shown.
 */
const root = document.querySelector<HTMLElement>('[data-island]');
if (root) wake(root);

/**
 * In milliseconds: how long a held submit waits for the island, how long the island has once it is
 * loaded, and how long the form's own post has until the banner, 28 s after the click.
 */
const patience = { held: 10_000, loaded: 3_000, posted: 18_000 };

function wake(root: HTMLElement) {
  const fallback = document.querySelector<HTMLElement>('.fallback');
  let loading = false;
  let given: 'up' | 'to the browser' | undefined;
  let held: HTMLFormElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  root.onpointerdown = root.onkeydown = load;
  root.addEventListener('focusin', load);
  root.addEventListener('submit', () => delete fallback?.dataset.shown);
  root.onsubmit = hold;
  root.addEventListener('awake', release);
  // What is asked for before the first paint delays it. A page that is not shown yet has none.
  const frame = document.hidden ? setTimeout : requestAnimationFrame;
  const idle = window.requestIdleCallback ?? setTimeout;
  frame(() => frame(() => idle(load)));

  function load() {
    if (loading) return;
    loading = true;
    const script = document.createElement('script');
    script.type = 'module';
    script.fetchPriority = 'low';
    script.src = trusted(root.dataset.island ?? '');
    script.onerror = giveUp;
    // A script that cannot be parsed is loaded all the same.
    script.onload = () => setTimeout(giveUp, patience.loaded);
    document.head.append(script);
  }
  function hold(event: Event) {
    event.preventDefault();
    if (held || !(event.target instanceof HTMLFormElement)) return;
    held = event.target;
    // The form is React's to change; its box is not.
    root.inert = true;
    root.dataset.held = '';
    root.dataset.pressed = `${performance.now()}`;
    if (given) return giveUp();
    timer = setTimeout(giveUp, patience.held);
    load();
  }
  function release() {
    root.onsubmit = null;
    // Older than `requestSubmit`, and checks the fields as well.
    if (given !== 'to the browser') letGo()?.click();
  }
  function giveUp() {
    if (!root.onsubmit || given === 'to the browser') return;
    given = 'up';
    if (!held) return;
    if (!held.hasAttribute('action')) return fail();
    // Held on until the page goes: the island may wake meanwhile, and the form is sent once.
    given = 'to the browser';
    addEventListener('pagehide', letGo);
    clearTimeout(timer);
    timer = setTimeout(fail, patience.posted);
    held.submit();
  }
  /** No page has answered, or none could. */
  function fail() {
    letGo();
    if (!fallback) return;
    fallback.dataset.shown = '';
    fallback.focus();
  }
  /** Gives the button of what was held, with the focus that the hold took from it. */
  function letGo() {
    const button = held?.querySelector<HTMLElement>('[type=submit]');
    clearTimeout(timer);
    held = undefined;
    if (given) given = 'up';
    root.inert = false;
    delete root.dataset.held;
    if (document.activeElement === document.body) button?.focus();
    return button;
  }
}

/** The one Trusted Types policy: it admits the site's own built files and nothing else. */
function trusted(address: string): string {
  const createScriptURL = (url: string) => {
    if (url.startsWith(__ASSETS__)) return url;
    throw url;
  };
  const policy = window.trustedTypes?.createPolicy('island', { createScriptURL });
  // The DOM's types know `src` as a string only.
  return (policy ?? { createScriptURL }).createScriptURL(address) as string;
}

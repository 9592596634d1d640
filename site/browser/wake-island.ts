/**
 * The bootstrap of the Book a Call page, inlined. It loads the island when the page is idle or at
 * the first touch of it. A submit made before the island listens is held and made again, once,
 * when it does; where it cannot be loaded the form posts itself.
 */
const root = document.querySelector<HTMLElement>('[data-island]');
if (root) wake(root);

function wake(root: HTMLElement) {
  let script: HTMLScriptElement | undefined;
  let held: HTMLFormElement | undefined;

  root.onpointerdown = root.onkeydown = load;
  root.addEventListener('focusin', load);
  root.onsubmit = (event) => {
    event.preventDefault();
    held = event.target as HTMLFormElement;
    load();
  };
  root.addEventListener('awake', () => {
    root.onsubmit = null;
    held?.requestSubmit();
  });
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else addEventListener('load', load);

  function load() {
    if (script) return;
    script = document.createElement('script');
    script.type = 'module';
    script.src = trusted(root.dataset.island ?? '');
    script.onerror = () => held?.hasAttribute('action') && held.submit();
    document.head.append(script);
  }
}

/** The one Trusted Types policy: it admits the site's own built files and nothing else. */
function trusted(address: string): string {
  const createScriptURL = (url: string) => {
    if (url.startsWith(__ASSETS__)) return url;
    throw url;
  };
  const policy = window.trustedTypes?.createPolicy('lodemark', { createScriptURL });
  // The DOM's types know `src` as a string only.
  return (policy ?? { createScriptURL }).createScriptURL(address) as string;
}

/**
 * The inline script of the landing page. It closes menus after a choice, opens and closes dialogs, and shares
 * the page's address. The page works without it, and it must not throw in an old browser.
 */
import './load-islands.ts';
import { openDialog } from './open-dialog.ts';
import { copyMark, type Passed, scriptedMark } from './protocol.ts';

const menus = document.querySelectorAll<HTMLElement>('[popover]');

/** The address in the visitor's window, which may differ from SITE_URL. */
const address = location.origin + location.pathname;

/** Whether the visitor chose a section. The focus then stays there and does not return to the menu's button. */
let choseSection = false;

for (const element of document.querySelectorAll<HTMLElement>(`[${scriptedMark}]`))
  element.hidden = false;
// The row of stories scrolls. In Safari the keyboard reaches it only with `tabindex`.
if (matchMedia('(max-width: 63.99em)').matches)
  document.querySelector('.stories')?.setAttribute('tabindex', '0');
for (const menu of menus) {
  const { address: published = '' }: Passed = menu.dataset;
  for (const link of menu.querySelectorAll('a'))
    link.href = link.href.replace(encodeURIComponent(published), encodeURIComponent(address));
}
carrySource();
const middle = new IntersectionObserver(markCurrent, { rootMargin: '-50% 0%' });
for (const section of document.querySelectorAll('section')) middle.observe(section);
addEventListener('click', choose);
addEventListener('focusin', closeMenus);
// iOS before 18.3 does not close menus itself (WebKit bug 267688). A scroll sends no `pointerup`.
addEventListener('pointerup', closeMenus);
matchMedia('(min-width: 56em)').addEventListener?.('change', closeMenus);
addEventListener('toggle', giveFocusBack, true);
addEventListener('close', hideClosed, true);
addEventListener('hashchange', announceBooked);
// A page restored from the bfcache must not announce again.
addEventListener('pagehide', closeDialogs);
announceBooked();

function choose(event: Event) {
  const chosen = event.target instanceof Element && event.target.closest<HTMLElement>('a,button');
  if (!chosen) return;
  if (chosen.matches('.dialog-close')) {
    event.preventDefault();
    closeDialogs();
  }
  const menu = chosen.closest<HTMLElement>('[popover]');
  if (menu) {
    const link = chosen.closest<HTMLAnchorElement>('a[href*="#"]');
    choseSection = Boolean(link);
    if (link) {
      // Without a script the link loads a document, which closes the menu. Here its fragment is enough.
      link.href = link.hash;
      link.blur();
    }
    menu.hidePopover?.();
  }
  if (chosen.hasAttribute(copyMark)) void copyAddress();
}

/** Adds the source's name and the previous site to links to the form and other languages (booking/source.ts). */
function carrySource() {
  const before = new URL(document.referrer || location.href);
  const isOwn = before.host === location.host;
  const query = new URLSearchParams(location.search || (isOwn ? before.search : ''));
  if (!isOwn) query.set('site', before.host);
  // Setting an empty query would still rewrite each link.
  if (!String(query)) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[href$="/book"],a[hreflang]'))
    link.search = String(query);
}

/** Marks the header's link to the section in the middle of the window. */
function markCurrent(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) {
    const link = document.querySelector(`.wide-nav a[href="#${target.id}"]`);
    if (link) link.ariaCurrent = isIntersecting ? 'location' : null;
  }
}

/** Closes the menus when the focus leaves, the visitor presses outside, or the window gets wide. */
function closeMenus({ target }: Event) {
  const inside = target instanceof Element && target.closest('[popover],[popovertarget]');
  if (!inside) for (const menu of menus) menu.hidePopover?.();
}

/** After a click outside a menu no element has the focus, so the menu's button gets it. */
function giveFocusBack({ target }: Event) {
  if (!choseSection && target instanceof Element && !document.querySelector(':focus'))
    document
      .querySelector<HTMLElement>(`[popovertarget="${target.id}"]`)
      ?.focus({ preventScroll: true });
  choseSection = false;
}

/** On plain HTTP there is no clipboard API, and the browser may refuse it. Then try the old command, then a prompt. */
async function copyAddress() {
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    const field = open('copy-by-hand')?.querySelector('input');
    if (field) field.value = address;
    field?.select();
    if (!document.execCommand('copy')) return;
    closeDialogs();
  }
  open('copied');
}

/** Shows the thanks after a native post of /book. A reload does not repeat them. */
function announceBooked() {
  if (location.hash !== '#booked') return;
  open('booked');
  history.replaceState('', '', address);
}

function open(id: string): HTMLDialogElement | null {
  const dialog = document.querySelector<HTMLDialogElement>(`dialog#${id}`);
  if (dialog) {
    dialog.hidden = false;
    openDialog(dialog);
  }
  return dialog;
}

function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.hidden = true;
    dialog.close?.();
  }
}

/** After Escape the dialog may still be the address's `:target`, so hide it. */
function hideClosed({ target }: Event) {
  if (target instanceof HTMLElement) target.hidden = true;
}

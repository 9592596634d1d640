/**
 * The landing page's bootstrap, inlined: at most 1,500 bytes, and it must not throw on an old
 * browser. Without it the page is whole all the same.
 */
import './menus-and-alerts.ts';
// Last: a browser that does not measure itself throws here, and all else works in it.
import './laid-out-later.ts';

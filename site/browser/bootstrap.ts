/**
 * The script that is written into both pages. Without it each page is whole all the same. It must
 * not throw on an old browser.
 */
import './controls.ts';
import './load-islands.ts';

/** The script that is written into the landing page, which is whole without it. */
import './controls.ts';
import './load-islands.ts';

/**
 * What is below the first view is laid out after the first paint: a section with each frame, so that
 * none is long, and the last one first, which is furthest away. Until it is open a style leaves it
 * out, where scripts run (styles/laid-out-later.css).
 */
import { layOut, layOutNext } from './lay-out.ts';

// A place further down is looked for now, as after a reload: all must stand where it will stay.
if (location.hash || performance.navigation.type) layOut();
new PerformanceObserver(layOutNext).observe({ type: 'paint', buffered: true });

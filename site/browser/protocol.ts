/**
 * The attributes and events through which a page and its inline script communicate with its islands, the parts
 * that React takes over in the browser.
 */

/** The name of an island: its file in site/browser/. */
export const islandMark = 'data-island';
/** The island's props as JSON. */
export const propsMark = 'data-props';
/** The visitor has used the island, so it must be loaded. */
export const wantedMark = 'data-wanted';
/** React has hydrated the island. */
export const hydratedMark = 'data-hydrated';

/** Dispatched at an island that is needed. It bubbles. */
export const wantedEvent = 'island:load';
/** Dispatched at an island when it gets `data-hydrated`. */
export const hydratedEvent = 'island:ready';

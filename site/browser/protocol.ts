/**
 * The protocol between a page and its islands, the parts of it that React takes over in the browser. The page
 * and its bootstrap know an island by these attributes and events alone.
 */

/** The name of an island: its file in site/browser/. */
export const islandMark = 'data-island';
/** What the island is made from, as JSON. */
export const propsMark = 'data-props';
/** The visitor touched the island. */
export const wantedMark = 'data-wanted';
/** React has taken the island over. */
export const hydratedMark = 'data-hydrated';

/** Sent at an island when it gets the mark `data-wanted`. It bubbles. */
export const wantedEvent = 'island:load';
/** Sent at an island when it gets the mark `data-hydrated`. */
export const hydratedEvent = 'island:ready';

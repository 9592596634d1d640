/**
 * The protocol between a page and its islands, the parts of it that React takes over in the browser. The page
 * and its bootstrap know an island by these attributes and events alone. Style sheets name the attributes too.
 */

/** The name of an island: its file in site/browser/. */
export const islandMark = 'data-island';
/** What the island is made from, as JSON. */
export const propsMark = 'data-props';
/** The contact address. Its page is nothing without this island: a failure shows the error screen. */
export const mailMark = 'data-mail';
/** The visitor touched the island, or the page loads it when it is idle. */
export const wantedMark = 'data-wanted';
/** React has taken the island over. */
export const hydratedMark = 'data-hydrated';
/** On the root element: the script of all islands runs. */
export const runningMark = 'data-islands';

/** Sent at an island when it gets the mark `data-wanted`. It bubbles. */
export const wantedEvent = 'island:load';
/** Sent at an island when it gets the mark `data-hydrated`. */
export const hydratedEvent = 'island:ready';
/** Sent at an island that could not be loaded. */
export const failedEvent = 'error';

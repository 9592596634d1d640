/** Marks a part of a page that needs the islands' script (islands.ts). */
export const islandMark = 'data-island';
/** Dispatched at the window when the islands' script has taken over its parts. */
export const readyEvent = 'islands:ready';

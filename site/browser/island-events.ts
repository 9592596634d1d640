/** Asks for an island: dispatched on its root, before its script may be there. */
export const islandLoad = 'island:load';

/** The island is hydrated: dispatched on its root. */
export const islandReady = 'island:ready';

/**
 * The colours of the print, for what no style sheet reaches: the browser's own bars, the manifest
 * and the icons. `styles/tokens.css` holds the same; a test compares them.
 */
export const colours = {
  paper: '#f4f0e4',
  ink: '#0f1d17',
  green: '#205946',
  pale: '#90b4a5',
  copper: '#8d320b',
} as const;

/** The ground of each print: the browser's bars take it. */
export const grounds = { paper: colours.paper, ink: '#0e1a15' } as const;

/**
 * The colours of both themes, each as # and six digits. Everything takes them from here: the pages,
 * the drawings, the icons, the picture of a shared link. `npm run check -- content` says which pair
 * is too weak to be read.
 */
export const colours = {
  /** Dark on light: the landing page, the icons and the drawings. */
  light: {
    /** The page. */
    paper: '#f4f0e4',
    /** Cards, frames and menus, a little lighter than the page. */
    sheet: '#faf7ef',
    /** Text, rules and the darkest lines. */
    ink: '#0f1d17',
    /** Text of less weight. */
    inkSoft: '#32443d',
    /** The second colour: lines of the drawings, frames, and the end of the headline. */
    tint: '#205946',
    /** Fine lines behind others. No text is set in it. */
    pale: '#90b4a5',
    /** What is marked in words: numbers, small headings, errors, the focus. */
    accent: '#8d320b',
    /** Lines and marks without words: the core of the token, the hand of the dial, the way of a record. A dark gold may stand here. */
    ornament: '#8d320b',
  },
  /** Light on dark: the Book a Call page and the foot of the landing page. */
  dark: {
    paper: '#0e1a15',
    sheet: '#15231d',
    ink: '#f4f0e4',
    inkSoft: '#cbccbf',
    tint: '#8cbeaa',
    pale: '#446659',
    accent: '#e9a17c',
    ornament: '#e9a17c',
  },
} as const;

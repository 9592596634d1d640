/**
 * Your two brand colours, each as # and six digits. All others are derived from them. `npm run check -- content`
 * names a colour with too little contrast, and a similar one that passes.
 */
export const colours = {
  /** Lines of the drawings, frames, and the end of the headline. */
  tint: '#205946',
  /** Marks: the path of a record, the core of the token, errors. It may be lighter, such as a dark gold. */
  accent: '#8d320b',
} as const;

/**
 * Your two brand colours, each as # and six digits. All others are made from them. `npm run check --
 * content` says which is too weak to be read, and names a near one that passes.
 */
export const colours = {
  /** Lines of the drawings, frames, and the end of the headline. */
  tint: '#205946',
  /** The colour of marks: the path of a record, the core of the token, errors. A dark gold is possible. */
  accent: '#8d320b',
} as const;

/** Who the provider is. Everything that carries the name reads it from here. */
export const brand = {
  name: 'Lodemark',
  subBrand: 'Lodemark Labs',
  mail: 'hello@lodemark.example',
  /** The letter in the middle of the token. */
  initial: 'L',
} as const;

/** Who the provider is. Everything that carries the name reads it from here. */
export const brand = {
  name: 'Lodemark',
  subBrand: 'Lodemark Labs',
  /** Where visitors write to; the setting CONTACT_EMAIL goes before it. */
  mail: 'hello@lodemark.example',
  /** The letter in the middle of the token. */
  initial: 'L',
  /** The language of all texts, as a code: en, de, pl, pt-BR … */
  language: 'en',
} as const;

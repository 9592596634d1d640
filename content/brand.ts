/** Who the provider is. Everything that carries the name reads it from here. */
export const brand = {
  name: 'Lodemark',
  subBrand: 'Lodemark Labs',
  /** Where visitors write to; the setting CONTACT_EMAIL goes before it. */
  mail: 'hello@lodemark.example',
  /**
   * Your own sign, by the name of a file that you put beside this one, as 'logo.svg'. Empty: the seal
   * that the site draws.
   */
  logo: '',
  /** The letter in the middle of the token. */
  initial: 'L',
  /**
   * The languages of the site, as codes: en, de, pl, pt-BR … Each has a folder of its texts here. The
   * first stands at `/`, another one at `/de`.
   */
  languages: ['en', 'de'],
} as const;

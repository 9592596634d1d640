/** Who the provider is. Everything that carries the name reads it from here. */
export const brand = {
  name: 'Lodemark',
  /** Shown in the footer, behind 'POWERED BY'. Empty: neither is shown. */
  subBrand: 'Lodemark Labs',
  /** The address that visitors write to; the setting CONTACT_EMAIL overrides it. */
  mail: 'hello@lodemark.example',
  /**
   * Your logo: the name of a file next to this one, as 'logo.svg'. Empty: the seal that the site draws.
   */
  logo: '',
  /** The letter in the middle of the token. */
  initial: 'L',
  /**
   * The folders of texts next to this file, named by the codes of their languages: en, de, pl, pt-BR …
   * The setting LANGUAGES decides which of them the site serves: the first one, unless it is set.
   */
  languages: ['en', 'de'],
} as const;

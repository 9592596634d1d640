/** The provider's name and marks, for every part of the site. */
export const brand = {
  name: 'Lodemark',
  /** Shown in the footer after 'POWERED BY'. If it is empty, neither is shown. */
  subBrand: 'Lodemark Labs',
  /** The address that visitors write to. The setting CONTACT_EMAIL overrides it. */
  mail: 'hello@lodemark.example',
  /**
   * Your logo: the name of a file in this folder, such as 'logo.svg'. If it is empty, the site shows its seal.
   */
  logo: '',
  /** The letter in the middle of the token. */
  initial: 'L',
  /**
   * The language folders in this folder, named by language codes: en, de, pl, pt-BR …
   * The setting LANGUAGES selects the languages that the site serves. The default is the first one here.
   */
  languages: ['en', 'de'],
} as const;

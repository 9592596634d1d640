/** The virtual modules of the build's own plugins (scripts/vite). */
declare module 'virtual:fonts' {
  type FaceName = 'display' | 'display-italic' | 'text' | 'mono';
  type Part = 'latin' | 'latin-ext';
  interface FontFile {
    path: string;
    type: string;
    base64: string;
    face: FaceName;
    /** Whether the file has the common letters. */
    common: boolean;
  }
  /** The `@font-face` rules of the fallback fonts. */
  export const fallbacks: string;
  /** The rules of the fonts, for a mouse and for touch. */
  export const desktopFaces: string;
  export const phoneFaces: string;
  export const files: FontFile[];
}
declare module 'virtual:pictures' {
  export const files: { path: string; type: string; base64: string }[];
  /** The provider's logo as a data URL, for drawings. Empty without a logo. */
  export const logoAddress: string;
  /** The logo as a file, with its size in px. */
  export const logo: { src: string; width: number; height: number } | null;
  /** The path of each file of the provider, by file name. */
  export const ownFiles: Record<string, string>;
}

/** The address of the islands' script. */
declare const __ISLANDS__: string;
/** The address of the inbox's script. */
declare const __INBOX__: string;
/** The inline scripts of /book and of the landing page. */
declare const __BOOK__: string;
declare const __CONTROLS__: string;

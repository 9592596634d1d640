/** What the build's own plugins give (scripts/vite). */
declare module '*?inline-script' {
  const script: string;
  export default script;
}
declare module 'virtual:fonts' {
  type FaceName = 'display' | 'display-italic' | 'text' | 'mono';
  type Part = 'latin' | 'latin-ext';
  interface FontFile {
    path: string;
    base64: string;
    face: FaceName;
    /** The files with the common letters, not the rare ones. */
    common: boolean;
  }
  /** The `@font-face` rules of the fallback fonts. */
  export const fallbacks: string;
  /** Those of the fonts, under a mouse and under a finger. */
  export const desktopFaces: string;
  export const phoneFaces: string;
  export const files: FontFile[];
}
declare module 'virtual:icon-sprite' {
  /** The one path of each icon of the first view, by name. */
  export const firstView: Readonly<Record<string, string>>;
  export const path: string;
  export const body: string;
}
declare module 'virtual:pictures' {
  export const files: { path: string; type: string; base64: string }[];
  /** The provider's own logo as an address that holds it, for drawings; empty: there is none. */
  export const logoAddress: string;
  /** The same as a file, with its shape in px. */
  export const logo: { src: string; width: number; height: number } | null;
  /** The path of each picture and document of the provider, by file name. */
  export const ownFiles: Record<string, string>;
}

/** The address of the islands' script. */
declare const __ISLANDS__: string;
/** The address of the inbox's script. */
declare const __INBOX__: string;

/** What the build's own plugins give (scripts/vite). */
declare module '*?inline-script' {
  const script: string;
  export default script;
}
declare module 'virtual:fonts' {
  export const css: string;
  type FaceName = import('../scripts/vite/font-faces.ts').FaceName;
  type Part = import('../scripts/vite/font-faces.ts').Part;
  export const files: { path: string; base64: string; face: FaceName; part: Part }[];
}
declare module 'virtual:card-icons' {
  import type { IconNode } from 'lucide';
  export const cardIcons: Readonly<Record<string, IconNode>>;
}
declare module 'virtual:icons' {
  export const files: { path: string; type: string; base64: string }[];
}

/** The address of the islands' script. */
declare const __ISLANDS__: string;
/** The folder that the Trusted Types policy admits scripts from. */
declare const __ASSETS__: string;

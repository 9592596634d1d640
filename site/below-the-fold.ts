import { phoneFaces } from 'virtual:fonts';
import { picturePath } from './illustrations/pictures.tsx';
import { hashedFile } from './markup.ts';
import styles from './styles/below-the-fold.css?inline';

/** The drawings that a style needs: their addresses are known when the site is rendered. */
const drawings = `:root{--band:url(${picturePath('band')});--border:url(${picturePath('border')})}`;
const sheet = phoneFaces + styles + drawings;

/**
 * The style sheet for everything below the landing page's first view. The first view is painted
 * without it, on a phone in the fallback fonts (docs/decisions/0011).
 */
export const belowTheFold = await hashedFile('below-the-fold', 'css', sheet);

import { faces } from 'virtual:fonts';
import { picturePath } from './illustrations/pictures.tsx';
import { hashedFile } from './markup.ts';
import styles from './styles/below-the-fold.css?inline';

/** The drawings that a style needs: their addresses are known when the site is rendered. */
const drawings = `:root{--band:url(${picturePath('band')});--border:url(${picturePath('border')})}`;

/**
 * The style sheet of the landing page from its second section on, and its typefaces: the first view is
 * painted without them, in the fonts that stand in for them (docs/decisions/0011).
 */
export const belowTheFold = await hashedFile('below-the-fold', 'css', faces + styles + drawings);

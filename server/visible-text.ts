/**
 * Unicode's control and line-breaking characters, and invisible ones: direction marks, tags, zero-width
 * characters and variation selectors (https://unicode.org/reports/tr44/#Default_Ignorable_Code_Point). Not the two
 * joiners and U+FE0F, which scripts and emoji need.
 */
const unsafe = /(?!\p{Join_Control}|\ufe0f)[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A stranger's text as one line in which everything can be seen: a character that could control a terminal, add a line
 * or a header, turn the writing direction or hide is shown as its UTF-16 code, as in JSON.
 */
export function visibleText(text: string): string {
  return text.replace(unsafe, codesOf);
}

/** Another server's words in the same way, its line breaks as blanks, in at most 600 characters. */
export function visibleWords(text: string): string {
  return visibleText(text.replace(/[\s\p{Cc}]+/gu, ' ').trim()).slice(0, 600);
}

function codesOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** The text escaped for HTML, between tags or in the quoted value of an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}

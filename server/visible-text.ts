/** Unicode's control, bidirectional and line-breaking characters (https://unicode.org/reports/tr9/). */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A visitor's text as one line in which everything can be seen: what could steer a terminal, add
 * a line or a header, or turn the writing direction is shown as its code.
 */
export function visibleText(text: string): string {
  return text.replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The text as it stands in HTML, between tags or in the quoted value of an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}

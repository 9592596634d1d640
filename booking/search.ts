/**
 * A text as the search compares it, on both engines and in every locale: letters without case and accents,
 * no apostrophes. `O'Neill` becomes `oneill`, `Jürgen` becomes `jurgen`.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ`´]/gu, '')
    .replaceAll('ı', 'i');
}

/** The words of a search, folded. All of them have to be found, in any order. */
export function searchWords(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean);
}

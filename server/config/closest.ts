/**
 * The name that was probably meant: the one with the fewest letters to change, if those are at
 * most `most`, or else half of its letters.
 */
export function closest(
  typed: string,
  names: readonly string[],
  most?: number,
): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distance(typed, name) }))
    .filter(({ name, distance }) => distance <= (most ?? Math.max(1, Math.floor(name.length / 2))))
    .sort((a, b) => a.distance - b.distance);
  return best?.name;
}

/** Letters to insert, to delete or to replace (Levenshtein distance). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The name that was probably meant: the one with the fewest letters to change, if those are at most `most`. */
export function closest(typed: string, names: readonly string[], most: number): string | undefined {
  const near = names.filter((name) => distance(typed, name) <= most);
  return near.sort((a, b) => distance(typed, a) - distance(typed, b))[0];
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

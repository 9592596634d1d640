/** A statement takes 32,766 parameters at most (https://sqlite.org/limits.html#max_variable_number). */
const chunkSize = 500;

/** The list in parts that one statement can take. */
export function chunksOf<T>(list: readonly T[], size = chunkSize): T[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}

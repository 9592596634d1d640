/** One of the values that the table's check allows. Throws when it is none of them. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new Error(`${value} is none of ${values.join(', ')}`);
  return found;
}

export function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}

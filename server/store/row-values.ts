import type { NewBooking } from './store.ts';

/** One of the values that the table's check allows. Throws when it is none of them. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new Error(`${value} is none of ${values.join(', ')}`);
  return found;
}

/** How a suspicion is kept; null: there is none. */
export function suspicionText({ suspicion = [] }: NewBooking): string | null {
  return suspicion.length === 0 ? null : suspicion.join(' ');
}

/** The codes of a suspicion, which are kept with a space between. */
export function codesOf(value: unknown): string[] {
  return value === null ? [] : String(value).split(' ');
}

export function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}

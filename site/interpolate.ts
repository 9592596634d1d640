/** The text with these values in place of their names in braces. A name that has no value stays as it is. */
export function interpolate(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

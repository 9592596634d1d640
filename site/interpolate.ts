/** The text with these values in place of their names in braces. A name that has no value stays as it is. */
export function interpolate(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/** The same, without the sentences that name an empty value. `language` is that of the text. */
export function withoutEmpty(
  text: string,
  values: Readonly<Record<string, string>>,
  language: string,
): string {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  const isWhole = (sentence: string) =>
    Object.entries(values).every(([name, value]) => value || !sentence.includes(`{${name}}`));
  const whole = Array.from(sentences, ({ segment }) => segment).filter(isWhole);
  return interpolate(whole.join(''), values).trim();
}

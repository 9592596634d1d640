/** All pictures, icons, logos or documents that these texts name, wherever they are, each once. */
export function namedIn(
  texts: unknown,
  what: 'picture' | 'icon' | 'logo' | 'document',
): Set<string> {
  if (typeof texts !== 'object' || texts === null) return new Set();
  return new Set(
    Object.entries(texts).flatMap(([name, entry]) =>
      name === what ? [String(entry)] : [...namedIn(entry, what)],
    ),
  );
}

/** The icons of controls; a card or a step can name the others of site/illustrations/icons. */
export const controlIcons = {
  firstView: ['arrow-down', 'arrow-left', 'arrow-right', 'menu', 'x'],
  below: ['arrow-up-right', 'share'],
} as const;

/** Where a file of these bytes is served: browsers may keep it for good. `ending` is without a dot. */
export async function assetPath(
  name: string,
  ending: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const hash = Buffer.from(digest).toString('base64url').slice(0, 8);
  return `/assets/${name}-${hash}.${ending}`;
}

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

/** A file with the hash of its text in its address. */
export async function hashedFile(name: string, ending: 'css' | 'svg', body: string) {
  const type = { css: 'text/css', svg: 'image/svg+xml' }[ending];
  return { path: await assetPath(name, ending, new TextEncoder().encode(body)), type, body };
}

/** The path of a file with these bytes. Browsers may cache it forever. `ending` has no dot. */
export async function assetPath(name: string, ending: string, bytes: Uint8Array<ArrayBuffer>) {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const hash = Buffer.from(digest).toString('base64url').slice(0, 8);
  return `/assets/${name}-${hash}.${ending}`;
}

/** Every different picture, icon, logo or document that the texts name, at any depth. */
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

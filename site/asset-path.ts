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

/** What stands at a path, `*` for each entry of a list, with the number of its entry. Undefined where nothing does. */
export function find(data: unknown, path: string, nth = 0): { found: unknown; nth: number }[] {
  const [name = '', ...rest] = path.split('.');
  if (path === '') return [{ found: data, nth }];
  if (name === '*')
    return Array.isArray(data)
      ? data.flatMap((entry, index) => find(entry, rest.join('.'), index))
      : [];
  const inner: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return inner === undefined ? [{ found: undefined, nth }] : find(inner, rest.join('.'), nth);
}

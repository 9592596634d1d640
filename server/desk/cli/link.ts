import { sourceLabels, sourceName } from '../../../booking/source.ts';
import { failed, succeeded } from '../../cli/output.ts';
import { withStore } from '../../cli/with-store.ts';
import { UsageError } from '../../command-line.ts';
import type { Config } from '../../config/config.ts';
import { addSource, listSources, removeSource } from '../../store/sources.ts';

/** Adds or removes the name of a source. Prints its link, or all links if no name is given. */
export function link(
  config: Config,
  name: string | undefined,
  { remove = false }: { remove?: boolean },
): Promise<number> {
  const addressOf = (one: string) => `${config.siteUrl}/?from=${one}`;
  if (name === undefined && remove) throw new UsageError('Name the source to remove. See --help.');
  if (name !== undefined && !sourceName.test(name))
    throw new UsageError(
      `${name} is not a valid name. Use up to 24 characters: lowercase letters, digits, and single hyphens between them, such as fair-2026.`,
    );
  if (name !== undefined && Object.hasOwn(sourceLabels, name))
    throw new UsageError(`${name} is a built-in source and needs no link. Choose another name.`);
  return withStore(config, async (store) => {
    if (name === undefined) {
      const names = await listSources(store);
      if (names.length === 0) failed('No names yet: ./lodemark link fair-2026 adds one.');
      return names.length === 0 ? 0 : succeeded(names.map(addressOf).join('\n'));
    }
    if (!remove) {
      await addSource(store, name);
      return succeeded(addressOf(name));
    }
    if (!(await removeSource(store, name))) return failed(`Not found: ${name}.`);
    return succeeded(`${name} removed. Leads keep it; new visits by its link count as 'other'.`);
  });
}

import { sourceLabels, sourceName } from '../../../booking/source.ts';
import { failed, succeeded } from '../../cli/output.ts';
import { withStore } from '../../cli/store.ts';
import { UsageError } from '../../command-line.ts';
import type { Config } from '../../config/config.ts';
import { addSource, listSources, removeSource } from '../../store/sources.ts';

/** Keeps the name of a source and prints its link; without a name prints all; removes a name. */
export function link(
  config: Config,
  name: string | undefined,
  { remove = false }: { remove?: boolean },
): Promise<number> {
  const addressOf = (one: string) => `${config.siteUrl}/?from=${one}`;
  if (name === undefined && remove) throw new UsageError('Name the source to remove. See --help.');
  if (name !== undefined && !sourceName.test(name))
    throw new UsageError(
      `${name} cannot be a name: use up to 24 small letters and digits, with hyphens between, such as fair-2026.`,
    );
  if (name !== undefined && Object.hasOwn(sourceLabels, name))
    throw new UsageError(`${name} is counted already, without a link. Choose another name.`);
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

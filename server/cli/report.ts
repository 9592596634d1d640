import { writeFile } from 'node:fs/promises';
import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { drawReport } from '../inbox/charts.ts';
import { readReport } from '../inbox/report.ts';
import { wordsOf } from '../inbox/report-words.ts';
import { reportTexts } from '../texts.ts';
import { writeNewFile } from './new-file.ts';
import { formatTable, succeeded } from './output.ts';
import { withStore } from './store.ts';

/** Shows what became of the leads of the last 90 days, or draws it into a file. */
export async function report(
  config: Config,
  file: string | undefined,
  { force = false }: { force?: boolean },
): Promise<number> {
  if (file !== undefined && !/\.svg$/i.test(file))
    throw new UsageError('Only SVG is drawn: name a FILE.svg.');
  return withStore(config, async (store) => {
    const figures = await readReport(store, Date.now(), config.contactWithinHours);
    if (file === undefined)
      return succeeded(formatTable([reportTexts.title, ''], wordsOf(figures)));
    await writeNewFile(file, force, (partial) => writeFile(partial, drawReport(figures)));
    return succeeded(`${file} holds the report, and no name or address.`);
  });
}

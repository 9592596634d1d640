import { emptyPage } from './answer.ts';
import { type Comparison, compare, type Runs } from './ratio.ts';
import { startBare, startBuilt, withServer } from './servers.ts';

/** The time from the start of the process to its first answer. */
export async function compareStarts(runs: Runs): Promise<Comparison[]> {
  const time = (startServer: typeof startBuilt) =>
    withServer(startServer, async ({ startedIn }) => startedIn);
  return [
    await compare(
      'start',
      'ms',
      runs,
      () => time(startBuilt),
      () => time(() => startBare(emptyPage)),
    ),
  ];
}

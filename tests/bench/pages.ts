import { answerOf } from './answer.ts';
import { load } from './load.ts';
import type { Running } from './processes.ts';
import { type Comparison, compareAll, type Runs } from './ratio.ts';
import { startBare, startBuilt, withServer } from './servers.ts';

/** Each of these paths under load, against a bare server that sends the same bytes. */
export function comparePages(
  paths: readonly string[],
  runs: Runs,
  seconds: number,
): Promise<Comparison[]> {
  return withServer(startBuilt, async (built) => {
    const comparisons: Comparison[] = [];
    for (const path of paths) {
      const rate = `GET ${path}, 32 at once`;
      const p99 = `GET ${path}, 32 at once: p99`;
      const figuresOf = async (server: Running) => {
        const { perSecond, slow } = await ask(server, path, seconds);
        return { [rate]: perSecond, [p99]: slow };
      };
      const answer = await answerOf(built.url + path);
      const compared = await withServer(
        () => startBare(answer),
        async (bare) => {
          // What is asked first has not been compiled yet.
          await Promise.all([ask(built, path, 1), ask(bare, path, 1)]);
          return compareAll(
            { [rate]: '/s of processor', [p99]: 'ms' },
            runs,
            () => figuresOf(built),
            () => figuresOf(bare),
          );
        },
      );
      comparisons.push(...compared);
    }
    return comparisons;
  });
}

/**
 * Answers for each second of the server's processor: the load may be the slower side, and by the
 * clock both servers would look alike. By the clock where the processor's time is not known.
 */
async function ask(server: Running, path: string, seconds: number) {
  const before = server.processor();
  const { total, rate, p99 } = await load(server.url + path, 'pages', seconds);
  const after = server.processor();
  const perSecond = before === undefined || after === undefined ? rate : total / (after - before);
  return { perSecond, slow: p99 };
}

/** Two things measured in turn, and how the first stands to the second. */
export interface Comparison {
  what: string;
  unit: string;
  first: number[];
  second: number[];
}

/**
 * Measures both in turn, `runs` times, so that whatever else the machine does meets both alike.
 * Each measure gives a figure in `unit`; one run of each before is not counted.
 */
export async function compare(
  what: string,
  unit: string,
  runs: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<Comparison> {
  const figures: Comparison = { what, unit, first: [], second: [] };
  await first();
  await second();
  for (let run = 0; run < runs; run++) {
    figures.first.push(await first());
    figures.second.push(await second());
  }
  return figures;
}

/** Prints the ratios: of the medians, and the least and the greatest of single runs. */
export function printRatios(title: string, comparisons: readonly Comparison[]): void {
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      comparisons.map(({ what, unit, first, second }) => {
        const single = first.map((figure, run) => figure / (second[run] ?? Number.NaN));
        return [
          what,
          {
            runs: first.length,
            first: `${rounded(median(first))} ${unit}`,
            second: `${rounded(median(second))} ${unit}`,
            ratio: rounded(median(first) / median(second)),
            min: rounded(Math.min(...single)),
            max: rounded(Math.max(...single)),
          },
        ];
      }),
    ),
  );
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Three digits are what such a figure can say. */
function rounded(figure: number): number {
  return Number(figure.toPrecision(3));
}

/** Two things measured in turn, with a figure for each run. */
export interface Comparison {
  what: string;
  unit: string;
  first: number[];
  second: number[];
}

/** The figures of one measurement, by name. */
type Figures = Readonly<Record<string, number>>;

/**
 * Measures both in turn, `runs` times, so that other load on the machine affects both alike. `units` has the name and
 * unit of each figure.
 */
export async function compare(
  units: Readonly<Record<string, string>>,
  runs: number,
  first: () => Promise<Figures>,
  second: () => Promise<Figures>,
): Promise<Comparison[]> {
  const firsts: Figures[] = [];
  const seconds: Figures[] = [];
  for (let run = 0; run < runs; run++) {
    firsts.push(await first());
    seconds.push(await second());
  }
  return Object.entries(units).map(([what, unit]) => {
    const figureOf = (figures: Figures) => figures[what] ?? Number.NaN;
    return { what, unit, first: firsts.map(figureOf), second: seconds.map(figureOf) };
  });
}

/** Like `compare`, for one figure. */
export function compareOne(
  what: string,
  unit: string,
  runs: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<Comparison[]> {
  const named = (measure: typeof first) => async () => ({ [what]: await measure() });
  return compare({ [what]: unit }, runs, named(first), named(second));
}

/** Prints the ratios of the medians, and the lowest and highest of single runs. */
export function printRatios(title: string, comparisons: readonly Comparison[]): void {
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(comparisons.map((comparison) => [comparison.what, rowOf(comparison)])),
  );
}

function rowOf({ unit, first, second }: Comparison): Record<string, number | string> {
  const single = first.map((figure, run) => figure / (second[run] ?? Number.NaN));
  return {
    runs: first.length,
    first: `${rounded(median(first))} ${unit}`,
    second: `${rounded(median(second))} ${unit}`,
    // A bare page does not block at all, so there is nothing to divide by.
    ratio: median(second) === 0 ? '–' : rounded(median(first) / median(second)),
    min: rounded(Math.min(...single)),
    max: rounded(Math.max(...single)),
  };
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
}

/** Rounds to three digits. */
function rounded(figure: number): number {
  return Number(figure.toPrecision(3));
}

/** Two things measured in turn, a figure for each run. */
export interface Comparison {
  what: string;
  unit: string;
  first: number[];
  second: number[];
}

/** What one measurement found: figures by their names. */
type Figures = Readonly<Record<string, number>>;

/**
 * Measures both in turn, `runs` times, so that whatever else the machine does affects both alike.
 * `units`: the names of the figures that each measurement returns, with their units.
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

/** The same of one figure alone. */
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

/** Prints the ratios of the medians, and the least and the greatest of single runs. */
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
    // Nothing to divide by: a bare page blocks for no time.
    ratio: median(second) === 0 ? '–' : rounded(median(first) / median(second)),
    min: rounded(Math.min(...single)),
    max: rounded(Math.max(...single)),
  };
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
}

/** To three digits. */
function rounded(figure: number): number {
  return Number(figure.toPrecision(3));
}

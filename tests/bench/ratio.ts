/** Two things measured in turn, and how the first stands to the second. */
export interface Comparison {
  what: string;
  unit: string;
  first: number[];
  second: number[];
}

/** How often two things are measured, and when (as `performance.now()` has it) only once. */
export interface Runs {
  count: number;
  end: number;
}

/** One measure of several things: figures by their names. */
type Figures = Readonly<Record<string, number>>;

/**
 * Measures both in turn, `runs.count` times, so that whatever else the machine does meets both alike.
 * Each measure gives a figure in `unit`; one run of each before, while there is time, is not counted.
 */
export async function compare(
  what: string,
  unit: string,
  runs: Runs,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<Comparison> {
  if (performance.now() < runs.end) {
    await first();
    await second();
  }
  const figuresOf = (measure: () => Promise<number>) => async () => ({ [what]: await measure() });
  const [comparison] = await compareAll(
    { [what]: unit },
    runs,
    figuresOf(first),
    figuresOf(second),
  );
  return comparison ?? { what, unit, first: [], second: [] };
}

/** The same for measures that give several figures at once, with the unit of each, and with no run before. */
export async function compareAll(
  units: Readonly<Record<string, string>>,
  runs: Runs,
  first: () => Promise<Figures>,
  second: () => Promise<Figures>,
): Promise<Comparison[]> {
  const firsts: Figures[] = [];
  const seconds: Figures[] = [];
  do {
    firsts.push(await first());
    seconds.push(await second());
  } while (firsts.length < runs.count && performance.now() < runs.end);
  return Object.entries(units).map(([what, unit]) => {
    const figureOf = (figures: Figures) => figures[what] ?? Number.NaN;
    return { what, unit, first: firsts.map(figureOf), second: seconds.map(figureOf) };
  });
}

/** Prints the ratios: of the medians, and the least and the greatest of single runs. */
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
    first: `${rounded(percentile(first, 50))} ${unit}`,
    second: `${rounded(percentile(second, 50))} ${unit}`,
    ratio: rounded(percentile(first, 50) / percentile(second, 50)),
    min: rounded(Math.min(...single)),
    max: rounded(Math.max(...single)),
  };
}

/** The least figure that so many of a hundred do not exceed; 50 gives the median. */
export function percentile(figures: readonly number[], hundredths: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const place = Math.ceil((sorted.length * hundredths) / 100) - 1;
  return sorted[Math.max(place, 0)] ?? Number.NaN;
}

/** Three digits are what such a figure can say. */
function rounded(figure: number): number {
  return Number(figure.toPrecision(3));
}

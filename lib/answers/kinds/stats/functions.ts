import * as statistics from 'simple-statistics';

/** Functions of a list of numbers. Deviations are those of a sample unless the query names the population. */
export const functions: Readonly<Record<string, (numbers: number[]) => number | number[]>> = {
  rms: statistics.rootMeanSquare,
  'geometric mean': ofPositive(statistics.geometricMean),
  'harmonic mean': ofPositive(statistics.harmonicMean),
  mean: statistics.mean,
  median: statistics.median,
  mode: modes,
  sum: statistics.sum,
  product: statistics.product,
  min: statistics.min,
  max: statistics.max,
  range: (numbers) => statistics.max(numbers) - statistics.min(numbers),
  'population stddev': statistics.standardDeviation,
  'population variance': statistics.variance,
  stddev: statistics.sampleStandardDeviation,
  variance: statistics.sampleVariance,
  iqr: statistics.interquartileRange,
  'standard error': (numbers) => statistics.sampleStandardDeviation(numbers) / Math.sqrt(numbers.length),
  quartiles: (numbers) => statistics.quantile(numbers, [0.25, 0.5, 0.75]),
};

/** Changes from one number to another, in percent. */
export const percentages: Readonly<Record<string, (from: number, to: number) => number>> = {
  error: (from, to) => Math.abs((to - from) / from) * 100,
  difference: (from, to) => Math.abs((from - to) / ((from + to) / 2)) * 100,
  change: (from, to) => ((to - from) * 100) / Math.abs(from),
  increase: (from, to) => ((to - from) * 100) / Math.abs(from),
  decrease: (from, to) => ((from - to) * 100) / Math.abs(from),
};

/** The library throws an error for other numbers. */
function ofPositive(mean: (numbers: number[]) => number): (numbers: number[]) => number {
  return (numbers) => (numbers.every((number) => number > 0) ? mean(numbers) : Number.NaN);
}

/** The most frequent numbers; empty if no number is repeated. */
function modes(numbers: number[]): number[] {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return most === 1 ? [] : [...counts].filter(([, count]) => count === most).map(([number]) => number);
}

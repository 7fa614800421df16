import {
  geometricMean,
  harmonicMean,
  interquartileRange,
  mean,
  median,
  product,
  quantile,
  rootMeanSquare,
  sampleStandardDeviation,
  sampleVariance,
  standardDeviation,
  sum,
  variance,
} from 'simple-statistics';

/** The result of a function: one number, or several. */
export type Result = number | number[];

/** A function, its names as regular expression alternatives, and its computation. */
type StatsFunction = readonly [fn: string, names: string, work: (numbers: number[]) => Result];

/** English names. Deviations are those of a sample unless the query names the population. */
export const functions: readonly StatsFunction[] = [
  ['rms', 'root[- ]mean[- ]square[ds]?|rms|quadratic mean', rootMeanSquare],
  ['geometric mean', 'geometric (?:mean|average)|geomean', geometricMean],
  ['harmonic mean', 'harmonic (?:mean|average)|harmmean', harmonicMean],
  ['mean', 'mean|averages?|avg|arithmetic (?:mean|average)|mean average', mean],
  ['median', 'median', median],
  ['mode', 'mode', modes],
  ['sum', 'sum|total|add(?: up)?', sum],
  ['product', 'product|prod|multiply', product],
  ['min', 'min(?:imum)?|smallest|lowest', (numbers) => Math.min(...numbers)],
  ['max', 'max(?:imum)?|largest|biggest|highest', (numbers) => Math.max(...numbers)],
  ['range', 'range', (numbers) => Math.max(...numbers) - Math.min(...numbers)],
  [
    'population stddev',
    '(?:population (?:standard deviation|st(?:d|andard)? ?dev)|stdevp|pstdev|std\\.p)',
    standardDeviation,
  ],
  ['population variance', '(?:population var(?:iance)?|varp|pvariance)', variance],
  [
    'stddev',
    '(?:sample )?(?:standard deviation|st(?:d|andard)?\\.? ?dev(?:iation)?\\.?|stdev|stddev|std|sd)',
    sampleStandardDeviation,
  ],
  ['variance', '(?:sample )?var(?:iance)?', sampleVariance],
  ['iqr', 'iqr|interquartile range', interquartileRange],
  ['mean deviation', 'meandev|mean (?:absolute )?deviation', meanDeviation],
  ['standard error', 'stderr|standard error(?: of the mean)?', (n) => sampleStandardDeviation(n) / Math.sqrt(n.length)],
  ['quartiles', 'quartiles?', (numbers) => quantile(numbers, [0.25, 0.5, 0.75])],
];

/** Folded names in German, French, Spanish, Italian, Portuguese and Dutch; a word for `of` follows. */
export const foreignFunctions: readonly StatsFunction[] = [
  ['mean', 'durchschnitt|mittelwert|moyenne|promedio|media|gemiddelde', mean],
  ['median', 'median|mediane|mediana|mediaan', median],
  ['sum', 'summe|somme|suma|somma|soma|som', sum],
  ['product', 'produkt|produit|producto|prodotto|produto', product],
  [
    'stddev',
    'standardabweichung|ecart[- ]type|desviacion (?:estandar|tipica)|deviazione standard|desvio padrao|standaardafwijking',
    sampleStandardDeviation,
  ],
  ['variance', 'varianz|variance|varianza|variancia|variantie', sampleVariance],
];

/** The most frequent numbers; empty if no number is repeated. */
function modes(numbers: number[]): number[] {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return most === 1 ? [] : [...counts].filter(([, count]) => count === most).map(([number]) => number);
}

function meanDeviation(numbers: number[]): number {
  const middle = mean(numbers);
  return mean(numbers.map((number) => Math.abs(number - middle)));
}

import { f1, type PageCase, type PageScore } from './page-quality.ts';
import { PROPERTIES, type Property } from './page-structure.ts';

/** One page with its score. */
export type Judged = readonly [PageCase, PageScore];

/** Of a mean, how far it may be from that of all such pages, in 95 of 100 samples: small ones say little. */
export function interval(values: readonly number[]): number | undefined {
  const middle = mean([...values]);
  if (middle === undefined || values.length < 2) return undefined;
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return 1.96 * Math.sqrt(variance / values.length);
}

const share = (value: number | undefined) => (value === undefined ? '' : value.toFixed(3));
const mean = (values: number[]) =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of a property over the pages that have it. */
export function propertyScore(judged: readonly Judged[], property: Property): number | undefined {
  return mean(judged.flatMap(([, { structure }]) => structure[property] ?? []));
}

/** The mean over all pages of the mean of each page's properties. */
export function structureScore(judged: readonly Judged[]): number | undefined {
  return mean(judged.flatMap(([, { structure }]) => mean(Object.values(structure)) ?? []));
}

/** Of all phrases that must not be read, the share that was not. */
export function absentScore(judged: readonly Judged[]): number | undefined {
  return mean(
    judged.flatMap(([{ absent = [] }, { leaked }]) => absent.map((phrase) => (leaked.includes(phrase) ? 0 : 1))),
  );
}

/** The share of pages that were read, read in part or refused as they should be. */
export function outcomeScore(judged: readonly Judged[]): number | undefined {
  return mean(judged.map(([, { outcome }]) => (outcome ? 1 : 0)));
}

/** A Markdown table with a row for each kind of page, and one for all. */
export function qualityTable(judged: readonly Judged[]): string {
  const kinds = [...new Set(judged.map(([{ kind }]) => kind))].sort();
  const head = ['kind', 'pages', 'P', 'R', 'F1', '±', 'structure', ...PROPERTIES, 'absent', 'outcome'];
  const rows = [
    ...kinds.map((kind) => [kind, judged.filter(([page]) => page.kind === kind)] as const),
    ['all', judged],
  ];
  const cells = (of: readonly Judged[]) => {
    const scores = of.map(([, score]) => score);
    return [
      String(of.length),
      ...[
        mean(scores.map(({ precision }) => precision)),
        mean(scores.map(({ recall }) => recall)),
        f1(scores),
        interval(scores.map((score) => f1([score]))),
        structureScore(of),
        ...PROPERTIES.map((property) => propertyScore(of, property)),
        absentScore(of),
        outcomeScore(of),
      ].map(share),
    ];
  };
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.map(([kind, of]) => line([kind as string, ...cells(of as readonly Judged[])])),
  ].join('\n');
}

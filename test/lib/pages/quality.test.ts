import { describe, expect, test } from 'vitest';
import { f1, pageCases, scorePage } from '../../../bench/page-quality.ts';
import { PROPERTIES } from '../../../bench/page-structure.ts';
import {
  absentScore,
  type Judged,
  outcomeScore,
  propertyScore,
  qualityTable,
  structureScore,
} from '../../../bench/quality-report.ts';

const KINDS = 'article cjk code documentation maths pdf product rtl shell table thread wiki'.split(' ');
/** What `npm run bench:pages` shows for each half, rounded down: a change that reads pages worse fails here. */
const FLOORS = {
  tuned: { text: 0.92, structure: 0.65, absent: 0.92, outcome: 0.94 },
};
/** The same for each property of all pages. */
const PROPERTY_FLOORS: Record<(typeof PROPERTIES)[number], number> = {
  headings: 0.56,
  tables: 0.8,
  fences: 0.88,
  lists: 0.7,
  links: 0.77,
  images: 1,
  footnotes: 0.49,
  maths: 0,
  posts: 0.57,
  facts: 0.14,
};
/** Of pages on which a title, a date or an author is right. */
const MIN_RIGHT = 0.88;

const judged: Judged[] = await Promise.all(
  pageCases().map(async (page): Promise<Judged> => [page, await scorePage(page)]),
);
const tuned = judged.filter(([{ heldOut }]) => !heldOut);

test.each(KINDS)('there are pages of the kind %s', (kind) => {
  expect(tuned.filter(([page]) => page.kind === kind)).toHaveLength(5);
});

describe.each([['tuned', tuned]] as const)('pages of the half %s', (half, of) => {
  const floors = FLOORS[half];

  test('have the text that a reader would want', () => {
    const worst = of.map(([, { name, precision, recall }]) => [Math.min(precision, recall).toFixed(2), name]).sort();
    expect(f1(of.map(([, score]) => score)), worst.slice(0, 10).join('\n')).toBeGreaterThanOrEqual(floors.text);
  });

  test('have their structure', () => {
    expect(structureScore(of), qualityTable(of)).toBeGreaterThanOrEqual(floors.structure);
  });

  test('have nothing of what surrounds them', () => {
    const leaked = of.flatMap(([, score]) => score.leaked.map((phrase) => `${score.name}: ${phrase}`));
    expect(absentScore(of), leaked.join('\n')).toBeGreaterThanOrEqual(floors.absent);
  });

  test('are read, read in part or refused as they should be', () => {
    const wrong = of.filter(([, { outcome }]) => !outcome).map(([, { name, said }]) => `${name}: ${said}`);
    expect(outcomeScore(of), wrong.join('\n')).toBeGreaterThanOrEqual(floors.outcome);
  });

  test.each(['title', 'author', 'published'] as const)('have the right %s, nearly all', (field) => {
    const wrong = of.filter(([, score]) => score.wrong.includes(field)).map(([, score]) => [score.name, score[field]]);
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(Math.floor(of.length * (1 - MIN_RIGHT)));
  });
});

test.each(PROPERTIES)('the %s of all pages are in their Markdown', (property) => {
  const worst = judged.flatMap(([, { name, structure }]) => {
    const score = structure[property];
    return score === undefined || score === 1 ? [] : [`${score.toFixed(2)} ${name}`];
  });
  expect(propertyScore(judged, property), worst.sort().join('\n')).toBeGreaterThanOrEqual(PROPERTY_FLOORS[property]);
});

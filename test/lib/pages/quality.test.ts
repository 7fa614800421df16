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
  tuned: { text: 0.98, structure: 0.96, absent: 0.98, outcome: 1, title: 0.98, author: 0.97, published: 0.99 },
  heldOut: { text: 0.97, structure: 0.93, absent: 0.96, outcome: 0.98, title: 0.96, author: 0.89, published: 0.91 },
};
/** What is right on the worst page, of its text and of what was read. Shells are judged by their outcome. */
const WORST_PAGE = 0.6;
/** As FLOORS, for each property of all pages. */
const PROPERTY_FLOORS: Record<(typeof PROPERTIES)[number], number> = {
  headings: 0.98,
  tables: 0.96,
  fences: 0.94,
  lists: 0.93,
  links: 0.95,
  images: 0.83,
  footnotes: 0.87,
  maths: 0.99,
  posts: 0.91,
  facts: 0.95,
};

const judged: Judged[] = await Promise.all(
  pageCases().map(async (page): Promise<Judged> => [page, await scorePage(page)]),
);
const tuned = judged.filter(([{ heldOut }]) => !heldOut);
const heldOut = judged.filter(([page]) => page.heldOut);

test.each(KINDS)('there are ten pages of the kind %s, half of them held out', (kind) => {
  const count = (half: Judged[]) => half.filter(([page]) => page.kind === kind).length;
  expect([count(tuned), count(heldOut)]).toEqual([5, 5]);
});

describe.each([
  ['tuned', tuned],
  ['heldOut', heldOut],
] as const)('pages of the half %s', (half, of) => {
  const floors = FLOORS[half];

  test('have the text that a reader would want', () => {
    const worst = of.map(([, { name, precision, recall }]) => [Math.min(precision, recall).toFixed(2), name]).sort();
    expect(f1(of.map(([, score]) => score)), worst.slice(0, 10).join('\n')).toBeGreaterThanOrEqual(floors.text);
  });

  test('have most of their text, each of them', () => {
    const readable = of.filter(([{ kind }]) => kind !== 'shell').map(([, score]) => score);
    const lost = readable.filter(({ precision, recall }) => Math.min(precision, recall) < WORST_PAGE);
    expect(lost.map(({ name, precision, recall }) => [name, precision, recall])).toEqual([]);
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

  test.each(['title', 'author', 'published'] as const)('have the right %s', (field) => {
    const read = of.filter(([{ failed }]) => failed === undefined);
    const wrong = read
      .filter(([, score]) => score.wrong.includes(field))
      .map(([, score]) => [score.name, score[field]]);
    expect(1 - wrong.length / read.length, JSON.stringify(wrong)).toBeGreaterThanOrEqual(floors[field]);
  });
});

test.each(PROPERTIES)('the %s of all pages are in their Markdown', (property) => {
  const worst = judged.flatMap(([, { name, structure }]) => {
    const score = structure[property];
    return score === undefined || score === 1 ? [] : [`${score.toFixed(2)} ${name}`];
  });
  expect(propertyScore(judged, property), worst.sort().join('\n')).toBeGreaterThanOrEqual(PROPERTY_FLOORS[property]);
});

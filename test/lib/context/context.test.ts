import { describe, expect, it } from 'vitest';
import { type ContextTask, contextOf } from '../../../lib/context/context.ts';
import type { ContextPage } from '../../../lib/context/rank.ts';

const page = (title: string, ...texts: string[]): ContextPage => ({
  title,
  isRead: true,
  parts: texts.map((text, at) => ({ heading: '', text, at, lang: 'en' })),
});
const task = (questions: string | string[], pages: ContextPage[], more: Partial<ContextTask> = {}): ContextTask => ({
  questions: [questions].flat(),
  pages,
  threshold: 'none',
  maxTokens: 8_192,
  maxTokensPerPage: 2_048,
  ...more,
});
const textsOf = (given: ContextTask) => contextOf(given).map(({ text }) => text);
let fillers = 0;
/** A text of many words, none of which another text has. */
const long = (start: string, words = 200) =>
  `${start} ${Array.from({ length: words }, () => `filler${fillers++}`).join(' ')}`;

describe('a context', () => {
  it('ranks the passages of all pages together: a word that is common on one page may be rare in all', () => {
    const rivers = page(
      'Rivers',
      'The Danube flows east.',
      'The Danube is long.',
      'The Danube has a delta in Romania.',
    );
    const cities = page('Cities', 'Vienna lies on the Danube.', 'Rome lies on the Tiber.');
    const best = contextOf(task('delta of the Danube', [cities, rivers])).toSorted((a, b) => b.score - a.score)[0];
    expect(best).toMatchObject({ page: 1, at: 2, score: 1 });
    const together = contextOf(task('Danube in Vienna', [cities, rivers]));
    // In both pages, four of five passages have the Danube, so a passage with it alone is worth little.
    expect(together.find(({ text }) => text.includes('flows east'))?.score).toBeLessThan(0.5);
  });

  it('shows pages by their best passage, and the passages of a page in reading order', () => {
    const first = page(
      'One',
      'Nothing but a kettle.',
      'A copper kettle boils water in three minutes.',
      'The kettle whistles.',
    );
    const second = page(
      'Two',
      'A copper kettle boils water on a gas hob in five minutes, says the copper kettle test.',
    );
    const found = contextOf(task('copper kettle boils', [first, second]));
    const order = found.map(({ page: number, at }) => [number, at]);
    const pages = [...new Set(order.map(([number]) => number))];
    const scoreOf = (number: number | undefined) =>
      Math.max(...found.filter((one) => one.page === number).map(({ score }) => score));
    expect(pages).toHaveLength(2);
    expect(scoreOf(pages[0])).toBeGreaterThan(scoreOf(pages[1]));
    for (const number of pages) {
      const places = order.filter(([one]) => one === number).map(([, at]) => at);
      expect(places).toEqual(places.toSorted());
    }
  });

  it('counts title and place as weak evidence: they decide between equal passages only', () => {
    const text = 'The bridge opened in the spring of 1937 after four years of work.';
    const same = (title: string, extra: string) => page(title, `${text} ${extra}`);
    const by = (pages: ContextPage[]) => contextOf(task('when did the bridge open', pages))[0]?.page;
    expect(by([same('A page', 'Red paint.'), same('Another page', 'Blue sails.')])).toBe(0);
    expect(by([same('A page', 'Red paint.'), same('When did the bridge open?', 'Blue sails.')])).toBe(1);
    expect(by([page('When did the bridge open?', 'A bridge is a road.'), same('A page', 'Red paint.')])).toBe(1);
  });

  it('does not measure pages by what engines say of others', () => {
    const said = { ...page('Said', 'The late heron.'), isRead: false };
    const read = page('Read', long('A heron stands in the river.', 30), long('Another heron.', 30));
    const found = contextOf(task('late heron', [said, read], { threshold: 'strict' }));
    expect(found.map(({ page: number }) => number).toSorted()).toEqual([0, 1, 1]);
    expect(found.every(({ score }) => score <= 1)).toBe(true);
  });

  it('drops what repeats a passage of another page', () => {
    const text = 'The ferry to Skarholm leaves at ten past six in the morning on every day but Sunday.';
    const copy = `${text} Copied.`;
    expect(
      textsOf(task('ferry to Skarholm', [page('One', text), page('Two', copy), page('Three', 'No ferry here.')])),
    ).toEqual([text, 'No ferry here.']);
    expect(
      textsOf(task('渡し船', [page('一', '渡し船は毎朝六時に出ます。'), page('二', '渡し船は毎朝六時に出ます')])),
    ).toHaveLength(1);
  });

  it('is never above its budgets, of all pages and of each', () => {
    const pages = ['a', 'b', 'c'].map((name) =>
      page(name, ...Array.from({ length: 12 }, (_, at) => long(`Heron ${name}${at} stands in the river.`, 60 + at))),
    );
    for (const [maxTokens, maxTokensPerPage] of [
      [2_048, 1_024],
      [8_192, 2_048],
      [1_024, 2_048],
    ] as const) {
      const found = contextOf(task('heron', pages, { maxTokens, maxTokensPerPage }));
      const sumOf = (some: typeof found) => some.reduce((sum, { tokens }) => sum + tokens, 0);
      expect(sumOf(found)).toBeLessThanOrEqual(maxTokens);
      for (const number of [0, 1, 2])
        expect(sumOf(found.filter((one) => one.page === number))).toBeLessThanOrEqual(maxTokensPerPage);
      expect(sumOf(found)).toBeGreaterThan(0.7 * Math.min(maxTokens, 3 * maxTokensPerPage));
    }
  });

  it('prefers short passages to long ones that are as good', () => {
    const short = 'The heron nests in March.';
    const found = textsOf(
      task('heron nests', [page('One', long('The heron nests in March.', 900), short)], { maxTokens: 1_024 }),
    );
    expect(found[0]).toBe(short);
  });

  it('cuts the best passage if not even that has room, in any script', () => {
    for (const text of [long('A heron.', 3_000), `青鷺。${'川に立つ鳥は魚を待つ。'.repeat(400)}`]) {
      const [only, ...others] = contextOf(task(text.slice(0, 2), [page('One', text)], { maxTokens: 1_024 }));
      expect(others).toEqual([]);
      expect(only?.tokens).toBeLessThanOrEqual(1_024);
      expect(only?.tokens).toBeGreaterThan(700);
      expect(text.startsWith(only?.text ?? 'none')).toBe(true);
    }
  });

  it('takes the best passages of several questions in turn', () => {
    const herons = Array.from({ length: 30 }, (_, at) => long(`Heron number ${at} stands here.`, 40));
    const found = textsOf(
      task(
        ['heron', 'price of a kettle'],
        [page('Birds', ...herons), page('Shop', long('A kettle has a price of nine crowns.', 40))],
        {
          maxTokens: 1_024,
        },
      ),
    );
    expect(found.some((text) => text.includes('nine crowns'))).toBe(true);
    expect(found.filter((text) => text.startsWith('Heron')).length).toBeGreaterThan(1);
  });

  it('keeps fewer passages the stricter the threshold is, and never one without a word of the question', () => {
    const texts = [
      'The copper kettle boils water.',
      'A copper kettle.',
      long('A kettle on a shelf.', 30),
      long('Water in a river, and a boat.', 80),
      'Nothing of it.',
    ];
    const counts = (['strict', 'balanced', 'lenient', 'none'] as const).map(
      (threshold) => contextOf(task('copper kettle boils water', [page('One', ...texts)], { threshold })).length,
    );
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts[0]).toBeLessThan(counts[3] as number);
    expect(counts[3]).toBe(4);
  });

  it('has at most so many passages, of all pages and of each', () => {
    const pages = [1, 2, 3].map((name) =>
      page('', ...[1, 2, 3].map((at) => `Heron ${name} ${at} in its own words ${name * 7 + at}`)),
    );
    expect(contextOf(task('heron', pages, { maxPassages: 2 }))).toHaveLength(2);
    expect(
      contextOf(task('heron', pages, { maxPassagesPerPage: 1 }))
        .map(({ page: number }) => number)
        .toSorted(),
    ).toEqual([0, 1, 2]);
  });

  it('of nothing is empty', () => {
    expect(contextOf(task('heron', []))).toEqual([]);
    expect(contextOf(task('heron', [page('Empty')]))).toEqual([]);
    expect(contextOf(task('heron', [page('Other', 'No such bird.')]))).toEqual([]);
  });
});

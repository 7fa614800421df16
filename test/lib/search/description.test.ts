import { describe, expect, it } from 'vitest';
import { betterDescription, readsWell } from '../../../lib/search/description.ts';
import { mergeNews, mergeWeb } from '../../../lib/search/merge.ts';
import { newsRows, webRows } from '../../../lib/search/result-rows.ts';

const Q = 'golden retriever training';
const GOOD = 'The golden retriever is a Scottish breed of retriever dog. Training starts early.';
const OTHER = 'Training a golden retriever takes patience; this guide explains every step of it.';
const FRAGMENT = 'and the retriever, which is golden when the training of it has been completed by then';

describe('a description reads well', () => {
  it('if it starts a sentence, is long enough and has the words of the query', () => {
    expect(readsWell(GOOD, Q)).toBe(true);
    expect(readsWell('“Golden” is what people call the retriever that needs little training.', Q)).toBe(true);
    expect(readsWell('3 tips for the training of a golden retriever, from people who breed them.', Q)).toBe(true);
    expect(
      readsWell(
        '金門大橋は、アメリカ西海岸のサンフランシスコ湾と太平洋が接するゴールデンゲート海峡に架かる吊橋。',
        '金門大橋',
      ),
    ).toBe(true);
  });

  it.each([
    ['starts in the middle of a sentence', FRAGMENT],
    ['starts with an ellipsis', `… ${GOOD}`],
    ['starts with dots', `... ${GOOD}`],
    ['starts with punctuation', `, ${GOOD}`],
    ['is too short', 'Golden retriever training.'],
    ['is empty', ''],
    ['has less than half of the words of the query', 'Cookies help us deliver our services. By using them you agree.'],
  ])('unless it %s', (_, text) => {
    expect(readsWell(text, Q)).toBe(false);
  });

  it('whatever its words if the query has none', () => {
    expect(readsWell(GOOD, '?!')).toBe(true);
  });
});

describe('of two descriptions', () => {
  it('the one that reads well is shown before a fragment, whichever ranks better', () => {
    expect(betterDescription(FRAGMENT, GOOD, Q)).toBe(GOOD);
    expect(betterDescription(GOOD, FRAGMENT, Q)).toBe(GOOD);
  });

  it('the one of the better rank is shown if both read well, or neither', () => {
    expect(betterDescription(GOOD, OTHER, Q)).toBe(GOOD);
    expect(betterDescription(OTHER, GOOD, Q)).toBe(OTHER);
    expect(betterDescription('a fragment', FRAGMENT, Q)).toBe('a fragment');
  });

  it('a fragment fills a gap', () => {
    expect(betterDescription('', FRAGMENT, Q)).toBe(FRAGMENT);
    expect(betterDescription(FRAGMENT, '', Q)).toBe(FRAGMENT);
  });
});

describe('a merged result', () => {
  const url = 'https://dogs.example/';
  const rows = (description: string, title: string) => [{ url, description, title }];
  const slices = <Row>(...lists: Row[][]) =>
    lists.map((results, index) => ({
      engine: `engine_${'abc'[index]}`,
      label: '',
      slice: { results, correction: '' },
    }));
  const options = { lang: '', now: 0, q: Q };

  it('has the description that reads well and the title of the best rank', () => {
    const web = slices(webRows(rows(FRAGMENT, 'A')), webRows(rows(GOOD, 'B')), webRows(rows(OTHER, 'C')));
    expect(mergeWeb(web, options)).toMatchObject([{ title: 'A', description: GOOD }]);
    const news = slices(newsRows(rows(FRAGMENT, 'A')), newsRows(rows(GOOD, 'B')));
    expect(mergeNews(news, options)).toMatchObject([{ title: 'A', description: GOOD }]);
  });
});

import { pages } from '../corpus.ts';
import { byKind, CorpusIndex, words } from '../corpus-index.ts';
import type { Upstream } from '../upstream.ts';

const index = new CorpusIndex(pages, {
  engine: 'mwmbl',
  percent: byKind({
    reference: 60,
    documentation: 60,
    'small-web': 60,
    news: 20,
    forum: 40,
    institution: 40,
    commercial: 20,
  }),
  titleWeight: 4,
  everyWord: false,
});

const MAX_RESULTS = 30;

/** Stand-in for Mwmbl, which has no pages and sends texts in pieces. */
export const mwmbl: Upstream = {
  slug: 'mwmbl',
  handle({ path, query }) {
    if (path !== '/api/v1/search/') return { status: 404, body: { detail: 'Not Found' } };
    const text = query.get('s');
    if (text === null) {
      return { status: 422, body: { detail: [{ type: 'missing', loc: ['query', 's'], msg: 'Field required' }] } };
    }
    const asked = new Set(words(text));
    const found = index.search({ text, lang: '', safe: false }).slice(0, MAX_RESULTS);
    return {
      status: 200,
      body: found.map((page) => ({
        url: page.url,
        title: pieces(page.title, asked),
        extract: pieces(page.text, asked),
        source: 'mwmbl',
      })),
    };
  },
};

/** Splits a text into pieces, in which the words of the query are bold. */
function pieces(text: string, asked: ReadonlySet<string>): { value: string; is_bold: boolean }[] {
  return text.split(/(?<=\s)(?=\S)/).map((value) => ({ value, is_bold: words(value).some((word) => asked.has(word)) }));
}

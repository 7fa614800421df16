import { newsArticles, pages } from '../corpus.ts';
import { CorpusIndex, changedAt, hash, rowsOf, type Searchable } from '../corpus-index.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';
import { isoToTheSecond } from '../wording.ts';

/** Everything that readers might submit. A page without a date was submitted long ago. */
function stories(): Searchable[] {
  const old = pages().map((page) => ({ ...page, daysAgo: page.daysAgo ?? 100 + (hash(page.url) % 3_000) }));
  return [...old, ...newsArticles()];
}
const index = new CorpusIndex(stories, { engine: 'hackernews', percent: () => 50, titleWeight: 4, everyWord: true });

const MAX_HITS = 1_000;

const find = rowsOf(index, (story) => {
  const id = 40_000_000 + (hash(story.url) % 1_000_000);
  const created = changedAt(story) ?? new Date();
  // Some readers ask instead of linking; such a story has a text and no address.
  const asks = id % 10 === 0;
  return {
    _highlightResult: {
      author: { matchLevel: 'none', matchedWords: [], value: 'reader' },
      title: { fullyHighlighted: false, matchLevel: 'full', matchedWords: ['story'], value: story.title },
    },
    _tags: ['story', 'author_reader', `story_${id}`],
    author: 'reader',
    children: [id + 1],
    created_at: isoToTheSecond(created),
    created_at_i: Math.floor(created.getTime() / 1_000),
    num_comments: id % 200,
    objectID: String(id),
    points: id % 500,
    story_id: id,
    ...(asks ? { story_text: `${story.text ?? ''}<p>What do you think?` } : { url: story.url }),
    title: asks ? `Ask HN: ${story.title}` : story.title,
    updated_at: isoToTheSecond(created),
  };
});

/** Stand-in for the search of Hacker News by Algolia. */
export const hackernews: Upstream = {
  slug: 'hackernews',
  handle({ path, query }) {
    if (path !== '/api/v1/search') return refusal(404, 'Path not found');
    const page = Number(query.get('page') ?? 0);
    const size = Number(query.get('hitsPerPage') ?? 20);
    const text = query.get('query') ?? '';
    const since = /^created_at_i>=?(\d+)$/.exec(query.get('numericFilters') ?? 'created_at_i>0');
    if (!(Number.isInteger(page) && page >= 0)) return refusal(400, 'invalid page');
    if (!(Number.isInteger(size) && size >= 0 && size <= MAX_HITS)) return refusal(400, 'invalid hitsPerPage');
    if (Buffer.byteLength(text) > 512) return refusal(400, 'query is too long');
    if (!since) return refusal(400, 'invalid numericFilters');
    const withinDays = (Date.now() / 1_000 - Number(since[1])) / 86_400;
    const found = find({ text, lang: '', safe: false, withinDays });
    const nbHits = Math.min(found.total, MAX_HITS);
    return {
      status: 200,
      body: {
        exhaustive: { nbHits: true, typo: true },
        hits: found.slice(page * size, Math.min(nbHits, (page + 1) * size)),
        hitsPerPage: size,
        nbHits,
        nbPages: Math.ceil(nbHits / Math.max(1, size)),
        page,
        params: query.toString(),
        processingTimeMS: 4,
        query: text,
        serverTimeMS: 5,
      },
    };
  },
};

function refusal(status: number, message: string): SandboxResponse {
  return { status, body: { message, status } };
}

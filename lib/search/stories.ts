import { wordsOf } from './text.ts';

/** As much of the letters of two titles must be in words that both have. */
const EQUAL_SHARE = 0.7;
/** Shorter common words say too little: `Live updates`. */
const MIN_COMMON_LETTERS = 12;
/** Articles further apart tell of different events, even under the same title. */
const MAX_APART_MS = 3 * 86_400_000;
/** ` - Site` or ` | Site` at the end of a title. */
const TRAILING_SITE = / [-–—|] [^-–—|]{1,40}$/;

/** What tells the story of an article. */
interface Article {
  title: string;
  /** ISO 8601, or empty. */
  published?: string | undefined;
}

interface Headline {
  words: ReadonlySet<string>;
  /** Milliseconds since the epoch; NaN if unknown. */
  at: number;
}

/**
 * Groups articles that tell the same story, in the order of the first of each. Titles agree if most of their letters are
 * in words that both have, other than those of the query, which all results share. Longer words count more, because
 * they say more. If both have numbers, one number must be the same: the third day of a trial is not the fourth.
 */
export function storiesIn<Item extends Article>(articles: readonly Item[], query: string): Item[][] {
  const asked = new Set(wordsOf(query));
  const stories: { first: Headline; articles: Item[] }[] = [];
  for (const article of articles) {
    const headline = headlineOf(article, asked);
    const story = stories.find(({ first }) => isSameStory(first, headline));
    if (story) story.articles.push(article);
    else stories.push({ first: headline, articles: [article] });
  }
  return stories.map((story) => story.articles);
}

function headlineOf({ title, published = '' }: Article, asked: ReadonlySet<string>): Headline {
  const words = wordsOf(title.replace(TRAILING_SITE, '')).filter((word) => !asked.has(word));
  return { words: new Set(words), at: Date.parse(published) };
}

function isSameStory(one: Headline, other: Headline): boolean {
  // A comparison with NaN is false.
  if (Math.abs(one.at - other.at) > MAX_APART_MS) return false;
  const common = [...one.words].filter((word) => other.words.has(word));
  if (numbersDiffer(one.words, other.words, common)) return false;
  const [shared, all] = [letters(common), letters([...new Set([...one.words, ...other.words])])];
  return shared >= MIN_COMMON_LETTERS && shared >= EQUAL_SHARE * all;
}

function numbersDiffer(words: ReadonlySet<string>, others: ReadonlySet<string>, common: readonly string[]): boolean {
  return hasNumber([...words]) && hasNumber([...others]) && !hasNumber(common);
}

function hasNumber(words: readonly string[]): boolean {
  return words.some((word) => /^\p{N}+$/u.test(word));
}

function letters(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}

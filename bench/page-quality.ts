import { readdirSync, readFileSync } from 'node:fs';
import { readPage } from '../lib/pages/read-page.ts';
import { render } from '../lib/pages/render.ts';

/** Pages of many kinds, each with what a reader of it would want to have. */
const FOLDER = 'test/pages';
const WORDS_TOGETHER = 4;

/** What a page should be read as. */
export interface PageCase {
  name: string;
  url: string;
  contentType: string;
  body: Uint8Array;
  /** The rules were not run on it until they stood. The same hand wrote it and them. */
  heldOut: boolean;
  title: string;
  author: string;
  published: string;
  text: string[];
}

export interface PageScore {
  name: string;
  precision: number;
  recall: number;
  /** The texts that were found. */
  title: string;
  author: string;
  published: string;
  /** Of title, author and date, those that are not as expected. */
  wrong: ('title' | 'author' | 'published')[];
  content: string;
}

export function pageCases(): PageCase[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.json'.length);
      const expected = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Omit<PageCase, 'name' | 'body'>;
      return { ...expected, name, body: readFileSync(`${FOLDER}/${name}.html`) };
    });
}

/** Reads a page and compares the result with what was expected. */
export async function scorePage(page: PageCase): Promise<PageScore> {
  const read = await readPage(page);
  const { content } = render(read, 'text', Number.POSITIVE_INFINITY);
  const expected = quadruples(page.text.join('\n'));
  // The numbers of a list's items are ours.
  const found = quadruples(content.replace(/^ *\d+\. /gm, ''));
  const common = [...found].reduce((sum, [words, count]) => sum + Math.min(count, expected.get(words) ?? 0), 0);
  const { title, author, published } = read;
  const wrong: PageScore['wrong'] = [];
  if (title !== page.title) wrong.push('title');
  if (author !== page.author) wrong.push('author');
  // The day counts: pages give a time in one place and none in another.
  if (published.slice(0, 10) !== page.published.slice(0, 10)) wrong.push('published');
  const share = (all: Map<string, number>) => (total(all) === 0 ? 1 : common / total(all));
  return {
    name: page.name,
    precision: share(found),
    recall: share(expected),
    title,
    author,
    published,
    wrong,
    content,
  };
}

/** Of the means over all pages, so that a long page does not count for more than a short one. */
export function f1(scores: Pick<PageScore, 'precision' | 'recall'>[]): number {
  const mean = (key: 'precision' | 'recall') => scores.reduce((sum, score) => sum + score[key], 0) / scores.length;
  const [precision, recall] = [mean('precision'), mean('recall')];
  return (2 * precision * recall) / (precision + recall);
}

/** How often each run of four words occurs. Scripts without spaces have a word for each character. */
function quadruples(text: string): Map<string, number> {
  const words = text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
  const found = new Map<string, number>();
  for (let at = 0; at + WORDS_TOGETHER <= words.length; at++) {
    const together = words.slice(at, at + WORDS_TOGETHER).join(' ');
    found.set(together, (found.get(together) ?? 0) + 1);
  }
  return found;
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

import { readdirSync, readFileSync } from 'node:fs';
import { type ReadablePage, UnreadablePage } from '../lib/pages/page.ts';
import { readPage } from '../lib/pages/read-page.ts';
import { render } from '../lib/pages/render.ts';
import { type PageStructure, plainForm, structureOf } from './page-structure.ts';
import { type StructureScore, scoreStructure } from './structure-score.ts';

/** Pages of many kinds, each with what a reader of it would want to have. A folder's name is the kind of its pages. */
const FOLDER = 'test/pages';
const WORDS_TOGETHER = 4;

/** What a page should be read as. */
export interface PageCase {
  name: string;
  kind: string;
  url: string;
  contentType: string;
  body: Uint8Array;
  /** Nobody has tuned the rules to it. The same hand wrote it and the others. */
  heldOut: boolean;
  title: string;
  author: string;
  published: string;
  text: string[];
  /** What may be read or left out. */
  optional?: string[];
  /** What must not be read: surroundings, hidden text. */
  absent?: string[];
  structure?: PageStructure;
  /** The word with which reading it must fail. */
  failed?: string;
  /** Why only some of it can be had. */
  partial?: string;
}

/** How well a page was read. Shares from 0 to 1. */
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
  structure: StructureScore;
  /** Of what must not be read, the phrases that were. */
  leaked: string[];
  /** Whether the page was read, read in part or refused as it should be, with the right word. */
  outcome: boolean;
  /** With which word reading it failed, or was partial. */
  said: string;
}

export function pageCases(): PageCase[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).sort().flatMap(readCase);
}

/** The pages with which the limits of time were set: dense pages of HTML, in no folder of a kind. */
export function densePages(): PageCase[] {
  // UTF-16 does not survive being repeated as bytes.
  return readdirSync(FOLDER)
    .sort()
    .flatMap(readCase)
    .filter(({ body }) => body[1] !== 0);
}

function readCase(file: string): PageCase[] {
  if (!file.endsWith('.json')) return [];
  const path = file.slice(0, -'.json'.length);
  const [name = '', folder = 'mixed'] = path.split('/').reverse();
  const expected = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Omit<PageCase, 'name' | 'body'>;
  const ending = expected.contentType === 'application/pdf' ? 'pdf' : 'html';
  return [{ ...expected, kind: expected.kind ?? folder, name, body: readFileSync(`${FOLDER}/${path}.${ending}`) }];
}

/** Reads a page and compares the result with what was expected. */
export async function scorePage(page: PageCase): Promise<PageScore> {
  const read = await readPage(page).catch((error: unknown) => {
    // A page that cannot be read is an answer, too; whether it is the right one is judged.
    if (error instanceof UnreadablePage) return error;
    throw error;
  });
  if (read instanceof UnreadablePage) return refused(page, read.reason);
  const { content } = render(read, 'text', Number.POSITIVE_INFINITY);
  const markdown = render(read, 'markdown', Number.POSITIVE_INFINITY).content;
  const { title, author, published } = read;
  const wrong: PageScore['wrong'] = [];
  const isJudged = page.failed === undefined;
  if (isJudged && title !== page.title) wrong.push('title');
  if (isJudged && author !== page.author) wrong.push('author');
  // The day counts: pages give a time in one place and none in another.
  if (isJudged && published.slice(0, 10) !== page.published.slice(0, 10)) wrong.push('published');
  const said = partialOf(read);
  const seen = plainForm(`${content}\n${structureOf(markdown).text}`);
  return {
    name: page.name,
    ...scoreText(page, content),
    title,
    author,
    published,
    wrong,
    content,
    structure: page.structure ? scoreStructure(markdown, page.structure, [page.title, ...(page.optional ?? [])]) : {},
    leaked: (page.absent ?? []).filter((phrase) => seen.includes(plainForm(phrase))),
    outcome: page.failed === undefined && said === (page.partial ?? ''),
    said,
  };
}

/** The score of a page that was not read. */
function refused({ name, failed }: PageCase, reason: string): PageScore {
  const outcome = failed !== undefined && reason.startsWith(failed);
  const share = outcome ? 1 : 0;
  const nothing = { title: '', author: '', published: '', content: '', structure: {}, leaked: [] };
  return { name, ...nothing, precision: share, recall: share, wrong: [], outcome, said: reason };
}

function partialOf(read: ReadablePage): string {
  return 'partial' in read && typeof read.partial === 'string' ? read.partial : '';
}

function scoreText({ text, optional = [] }: PageCase, content: string): { precision: number; recall: number } {
  // The numbers of a list's items are ours.
  const unnumbered = (lines: string) => lines.replace(/^ *\d+\. /gm, '');
  const expected = quadruples(unnumbered(text.join('\n')));
  const found = quadruples(unnumbered(content));
  for (const words of quadruples(optional.join('\n')).keys()) if (!expected.has(words)) found.delete(words);
  const common = [...found].reduce((sum, [words, count]) => sum + Math.min(count, expected.get(words) ?? 0), 0);
  const share = (all: Map<string, number>) => (total(all) === 0 ? 1 : common / total(all));
  return { precision: share(found), recall: share(expected) };
}

/** Of the means over all pages, so that a long page does not count for more than a short one. */
export function f1(scores: Pick<PageScore, 'precision' | 'recall'>[]): number {
  const mean = (key: 'precision' | 'recall') => scores.reduce((sum, score) => sum + score[key], 0) / scores.length;
  const [precision, recall] = [mean('precision'), mean('recall')];
  return (2 * precision * recall) / (precision + recall);
}

/** How often each run of four words occurs. Scripts without spaces have a word for each character. */
function quadruples(text: string): Map<string, number> {
  const even = plainForm(text).replace(/[\^_]/g, '').toLowerCase();
  const words = even.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
  const found = new Map<string, number>();
  for (let at = 0; at + WORDS_TOGETHER <= words.length; at++) {
    const together = words.slice(at, at + WORDS_TOGETHER).join(' ');
    found.set(together, (found.get(together) ?? 0) + 1);
  }
  return found;
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

import { type PageStructure, PROPERTIES, type Property, plainForm, structureOf } from './page-structure.ts';

/** Of each property that is judged, how much of it is right: 0 to 1. */
export type StructureScore = Partial<Record<Property, number>>;
type Found = ReturnType<typeof structureOf>;

/** Languages that say there is none. */
const NO_LANGUAGE = new Set(['text', 'none', 'plaintext', 'default']);
/** What is more than expected is wrong for these, even if nothing is expected. */
const EXACT = ['headings', 'tables', 'fences'] as const;

/** Compares a page's Markdown with what it should have. Headings that are optional are not judged. */
export function scoreStructure(markdown: string, expected: PageStructure, optional: string[]): StructureScore {
  const found = structureOf(markdown);
  const ignored = new Set(optional.map(plainForm));
  found.headings = found.headings.filter(([, text]) => !ignored.has(plainForm(text)));
  const scores: StructureScore = {};
  for (const property of PROPERTIES) {
    const isExact = EXACT.some((name) => name === property);
    const surplus = isExact && (found[property as (typeof EXACT)[number]]?.length ?? 0) > 0;
    if (expected[property] !== undefined || surplus) scores[property] = JUDGES[property](expected, found);
  }
  return scores;
}

const JUDGES: Record<Property, (expected: PageStructure, found: Found) => number> = {
  headings: ({ headings = [] }, found) => {
    const key = ([level, text]: [number, string]) => `${level} ${plainForm(text)}`;
    const common = commonTo(headings.map(key), found.headings.map(key));
    return (2 * common) / (headings.length + found.headings.length);
  },
  tables: ({ tables = [] }, found) => bestPairs(tables, found.tables, sameCells),
  fences: ({ fences = [] }, found) =>
    bestPairs(fences, found.fences, (a, b) => {
      if (a.first.trim() !== b.first.trim() || a.lines !== b.lines) return 0;
      return languageOf(a.language) === languageOf(b.language) ? 1 : 0.5;
    }),
  lists: ({ lists = [] }, found) => {
    const key = ({ ordered, items, depth, checked }: (typeof lists)[number]) =>
      JSON.stringify([ordered, items, depth, checked]);
    return commonTo(lists.map(key), found.lists.map(key)) / lists.length;
  },
  links: ({ links = [] }, found) => share(links, (link) => found.links.includes(new URL(link).href)),
  images: ({ images = [] }, found) =>
    share(images, ([alt, url]) =>
      found.images.some(([text, src]) => src === new URL(url).href && plainForm(text) === plainForm(alt)),
    ),
  footnotes: ({ footnotes = [] }, found) =>
    share(footnotes, ([label, text]) =>
      found.footnotes.some(([name, note]) => name === label && lettersOf(note) === lettersOf(text)),
    ),
  maths: ({ maths = [] }, found) => {
    const form = (tex: string) =>
      tex
        .replace(/^\{\\displaystyle([\s\S]*)\}$/, '$1')
        .replace(/\\displaystyle/g, '')
        .replace(/\s+/g, '');
    return commonTo(maths.map(form), found.maths.map(form)) / maths.length;
  },
  posts: ({ posts = [] }, found) => postsFound(posts, plainForm(found.text)),
  facts: ({ facts = [] }, found) => {
    const text = plainForm(found.text);
    return share(facts, (fact) => text.includes(plainForm(fact)));
  },
};

/** Half for each author and date that stands beside its post. */
function postsFound(posts: NonNullable<PageStructure['posts']>, text: string): number {
  let from = 0;
  const starts = posts.map(({ begins }) => {
    const at = text.indexOf(plainForm(begins), from);
    if (at !== -1) from = at + 1;
    return at;
  });
  const score = posts.reduce((sum, { author, date, day }, at) => {
    const start = starts[at] ?? -1;
    if (start === -1) return sum;
    const next = starts.slice(at + 1).find((other) => other !== -1) ?? text.length;
    const around = text.slice(Math.max(0, starts[at - 1] ?? 0), next);
    const hasDate = [date, day ?? date].some((shown) => around.includes(plainForm(shown)));
    return sum + (around.includes(plainForm(author)) ? 0.5 : 0) + (hasDate ? 0.5 : 0);
  }, 0);
  return score / posts.length;
}

/** The share of cells that have the right text in the right place, of the larger of the two tables. */
function sameCells(expected: string[][], found: string[][]): number {
  const cells = (rows: string[][]) => rows.length * Math.max(0, ...rows.map((row) => row.length));
  const same = expected.reduce(
    (sum, row, y) => sum + row.filter((text, x) => plainForm(found[y]?.[x] ?? '\0') === plainForm(text)).length,
    0,
  );
  return same / Math.max(cells(expected), cells(found));
}

/** Each expected thing is compared with the one that is most like it and not taken. What is left over counts as wrong. */
function bestPairs<Thing>(expected: Thing[], found: Thing[], likeness: (a: Thing, b: Thing) => number): number {
  const left = [...found];
  const score = expected.reduce((sum, thing) => {
    const [best = 0, at = -1] = left
      .map((other, index): [number, number] => [likeness(thing, other), index])
      .reduce<[number, number]>((top, pair) => (pair[0] > top[0] ? pair : top), [0, -1]);
    if (at !== -1) left.splice(at, 1);
    return sum + best;
  }, 0);
  return score / Math.max(expected.length, found.length);
}

function commonTo(expected: string[], found: string[]): number {
  const left = [...found];
  return expected.filter((key) => {
    const at = left.indexOf(key);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  }).length;
}

const share = <Thing>(things: Thing[], test: (thing: Thing) => boolean) => things.filter(test).length / things.length;
const languageOf = (language: string) => (NO_LANGUAGE.has(language) ? '' : language);
/** Without the sign that leads back to the mark. */
const lettersOf = (text: string) => (plainForm(text).match(/[\p{L}\p{N}^_]+/gu) ?? []).join(' ');

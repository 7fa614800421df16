import MarkdownIt from 'markdown-it';

/** What a page's Markdown must have besides its words. A property that is missing is not judged. */
export interface PageStructure {
  /** Level and text. The page's title is none of them. */
  headings?: [number, string][];
  /** Rows of cells. A cell that spans rows is repeated in each; one that spans columns is followed by empty ones. */
  tables?: string[][][];
  fences?: { language: string; first: string; lines: number }[];
  /** In the order in which they begin; a list within a list has a depth of 1. */
  lists?: ListShape[];
  links?: string[];
  /** Alternative text and address. */
  images?: [string, string][];
  /** Label and text. */
  footnotes?: [string, string][];
  /** As TeX. */
  maths?: string[];
  posts?: { author: string; date: string; day?: string; begins: string }[];
  /** Words that are wrong if a character is lost, such as 10^6. */
  facts?: string[];
}

interface ListShape {
  ordered: boolean;
  items: number;
  depth: number;
  /** Of a list of tasks: which are done. */
  checked?: boolean[];
}

type Found = Required<Omit<PageStructure, 'posts' | 'facts'>> & { text: string };

/** The properties of which each is judged by itself. */
export const PROPERTIES = [
  'headings',
  'tables',
  'fences',
  'lists',
  'links',
  'images',
  'footnotes',
  'maths',
  'posts',
  'facts',
] as const;
export type Property = (typeof PROPERTIES)[number];

const parser = new MarkdownIt();
parser.validateLink = () => true;

/** Formulas and marks of footnotes are no Markdown of CommonMark: they are taken out before it is parsed. */
const NOTE = /^\[\^([^\]\n]+)\]: ?(.*(?:\n(?: {4}.*|(?=\n {4})))*)/gm;
const FORMULA = /\$\$([\s\S]+?)\$\$|(?<![\\$\w])\$(?=\S)((?:\\[\s\S]|[^$\\\n])+?)(?<=\S)\$(?![\d$])/g;
const HELD = /\ue000(\d+)\ue001/g;

/** The same for all ways of writing an exponent or an index, a space, or a mark of a footnote. */
export function plainForm(text: string): string {
  return text
    .replace(/\[\^?[\w\P{ASCII}]{1,3}\]/gu, '')
    .replace(/[⁰¹²³⁴-⁹⁺⁻ⁿⁱ]+/g, (raised) => `^${raised.normalize('NFKC')}`)
    .replace(/[₀-₎]+/g, (lowered) => `_${lowered.normalize('NFKC')}`)
    .replace(/[{}]/g, '')
    .normalize('NFKC')
    .replace(/−/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What a reader of CommonMark with tables makes of a text. */
export function structureOf(markdown: string): Found {
  const found: Found = {
    headings: [],
    tables: [],
    fences: [],
    lists: [],
    links: [],
    images: [],
    footnotes: [],
    maths: [],
    text: '',
  };
  const fences = markdown.split(/^(`{3,}[\s\S]*?^`{3,}[ \t]*$)/m);
  const held = fences
    .map((part, at) => (at % 2 === 1 ? part : withoutFormulas(part, found)))
    .join('')
    .replace(NOTE, (_all, label: string, text: string) => {
      found.footnotes.push([label, inlineText(parser.parseInline(text, {})[0]?.children ?? [], found)]);
      return '';
    });
  const marked = new Set([...held.matchAll(/\[\^([^\]\n]+)\]/g)].map(([, label]) => label));
  found.footnotes = found.footnotes.filter(([label]) => marked.has(label));
  const texts: string[] = [];
  const lists: ListShape[] = [];
  const restored = (text: string) => text.replace(HELD, (_mark, at: string) => found.maths[Number(at)] ?? '');
  const tokens = parser.parse(held.replace(/\[\^[^\]\n]+\]/g, ''), {});
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'table_open') found.tables.push([]);
    if (token.type === 'tr_open') found.tables.at(-1)?.push([]);
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') {
      lists.push({ ordered: token.type === 'ordered_list_open', items: 0, depth: lists.length });
      found.lists.push(lists.at(-1) as ListShape);
    }
    if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
    if (token.type === 'list_item_open') (lists.at(-1) as ListShape).items += 1;
    if (token.type === 'fence') {
      const lines = token.content.replace(/\n$/, '').split('\n');
      found.fences.push({ language: token.info.trim(), first: lines[0] ?? '', lines: lines.length });
      texts.push(token.content);
    }
    if (token.type !== 'inline') continue;
    const text = restored(inlineText(token.children ?? [], found));
    const before = tokens[at - 1];
    if (before?.type === 'heading_open') found.headings.push([Number(before.tag[1]), text]);
    if (before?.type === 'td_open' || before?.type === 'th_open') found.tables.at(-1)?.at(-1)?.push(text);
    const task = before?.type === 'paragraph_open' && /^\[([ x])\] /.exec(text);
    const list = lists.at(-1);
    if (task && list) list.checked = [...(list.checked ?? []), task[1] === 'x'];
    texts.push(text);
  }
  return { ...found, text: texts.join('\n') };
}

function withoutFormulas(markdown: string, found: Found): string {
  return markdown.replace(FORMULA, (_all, display?: string, inline?: string) => {
    found.maths.push((display ?? inline ?? '').trim());
    return `\ue000${found.maths.length - 1}\ue001`;
  });
}

function inlineText(tokens: NonNullable<ReturnType<typeof parser.parse>[number]['children']>, found: Found): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'link_open') found.links.push(token.attrGet('href') ?? '');
    if (token.type === 'image') found.images.push([token.content, token.attrGet('src') ?? '']);
    if (token.type === 'text' || token.type === 'code_inline') text += token.content;
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
  }
  return text;
}

import { readdirSync, readFileSync } from 'node:fs';
import { escapeHtml } from '../../lib/pages/escape-html.ts';
import { encyclopedia, newsArticles, pages, questions } from '../../sandbox/corpus.ts';
import { pageCases } from '../page-quality.ts';

/** A page that answers questions, or stands between a question and its answer. */
export interface FrozenPage {
  name: string;
  title: string;
  contentType: string;
  body: Uint8Array;
}

const ENTRIES_PER_PART = 30;
const ARTICLES_PER_PAGE = 60;

/**
 * The pages of `test/pages` as their sites send them, and longer ones made of the sandbox's data: an encyclopedia in parts
 * and as one page, questions of programmers, guides in six languages, directories of links, news. What a question asks for
 * is on one or two of them; many others have its words.
 */
export function frozenPages(): FrozenPage[] {
  const readable = pageCases().filter(({ failed }) => failed === undefined);
  return [
    ...readable.map(({ name, title, contentType, body }) => ({ name, title, contentType, body })),
    ...encyclopediaPages(),
    compiled(
      'programming',
      'Questions of programmers, answered',
      questions().map(({ title, body }) => [title, body]),
    ),
    ...guides(),
    ...directories(),
    ...parts(newsArticles(), ARTICLES_PER_PAGE).map((some, at) =>
      compiled(
        `news-${at + 1}`,
        `News of the week, page ${at + 1}`,
        some.map(({ title, text }) => [title, inParagraph(text)]),
      ),
    ),
  ];
}

function encyclopediaPages(): FrozenPage[] {
  const entries = encyclopedia()
    .filter(({ lang }) => lang === 'en')
    .map(({ title, description, extract }): Section => [title, `${inParagraph(description)}${inParagraph(extract)}`]);
  return [
    compiled('encyclopedia', 'The small encyclopedia on one page', entries),
    ...parts(entries, ENTRIES_PER_PART).map((some, at) =>
      compiled(`encyclopedia-${at + 1}`, `The small encyclopedia, part ${at + 1}`, some),
    ),
  ];
}

function guides(): FrozenPage[] {
  return readdirSync('test/passages').map((file) => {
    const { lang, passages } = JSON.parse(readFileSync(`test/passages/${file}`, 'utf8')) as {
      lang: string;
      passages: Record<string, Section>;
    };
    const sections = Object.values(passages).map(([heading, text]): Section => [heading, inParagraph(text)]);
    return compiled(`guide-${lang}`, sections[0]?.[0] ?? '', sections, lang);
  });
}

function directories(): FrozenPage[] {
  const kinds = new Set(pages().map(({ kind }) => kind));
  return [...kinds].map((kind) => {
    const some = pages().filter((page) => page.kind === kind);
    const sections = some.map(({ title, text }): Section => [title, inParagraph(text)]);
    return compiled(`directory-${kind}`, `Directory: ${kind}`, sections);
  });
}

/** A heading and the HTML below it. */
type Section = readonly [heading: string, html: string];

const inParagraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

function compiled(name: string, title: string, sections: readonly Section[], lang = 'en'): FrozenPage {
  const body = sections.map(([heading, html]) => `<h2>${escapeHtml(heading)}</h2>${html}`).join('\n');
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><nav><a href="/">Home</a> <a href="/about">About</a></nav><main><article><h1>${escapeHtml(title)}</h1>
${body}</article></main><footer>Frozen for a benchmark</footer></body></html>`;
  return { name, title, contentType: 'text/html; charset=utf-8', body: Buffer.from(html) };
}

function parts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

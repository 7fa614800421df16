import { readPage } from '../../../lib/pages/read-page.ts';
import { render } from '../../../lib/pages/render.ts';

export const ADDRESS = 'https://site.example/folder/page.html';

/** Reads a page from its text, as UTF-8. */
export function readText(text: string, contentType = 'text/html; charset=utf-8', whole = false) {
  return readPage({ url: ADDRESS, contentType, body: Buffer.from(text) }, { whole });
}

/** An article around the given HTML, long enough to be found. */
export function article(html: string, head = '<title>A page</title>'): string {
  const filler = 'This paragraph is here, as others are, so that the page has an article, and nobody doubts it. ';
  return `<!doctype html><html lang="en"><head>${head}</head><body><article><p>${filler.repeat(4)}</p>${html}<p>${filler.repeat(4)}</p></article></body></html>`;
}

/** The Markdown between the first and the last paragraph of such an article. */
export async function markdownWithin(html: string): Promise<string> {
  const { content } = render(await readText(article(html)), 'markdown', 1_000_000);
  return content.split('\n\n').slice(1, -1).join('\n\n');
}

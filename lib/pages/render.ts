import { contentTree } from './content-tree.ts';
import { countWords } from './count-words.ts';
import { cutHtml, cutText } from './cut.ts';
import { escapeHtml } from './escape-html.ts';
import { cutBlocks, textBlocks } from './markdown-blocks.ts';
import type { PageFormat, ReadablePage } from './page.ts';
import { markdownOf, plainTextOf } from './write-text.ts';

export interface RenderedPage {
  content: string;
  words: number;
  /** Whether something is missing, because the page was too large or the content is cut. */
  truncated: boolean;
}

/** The content of a page in the form that was asked for, in at most so many characters. */
export function render(page: ReadablePage, format: PageFormat, maxChars: number): RenderedPage {
  const blocks = format === 'markdown' ? markdownBlocks(page) : [];
  const whole = format === 'markdown' ? blocks.join('\n\n') : contentIn(page, format);
  const cut = {
    markdown: () => cutBlocks(blocks, maxChars),
    html: () => cutHtml(whole, maxChars),
    text: () => cutText(whole, maxChars),
  };
  const content = whole.length <= maxChars ? whole : cut[format]();
  return {
    content,
    words: countWords(format === 'html' ? content.replace(/<[^>]*>/g, ' ') : content),
    truncated: page.truncated || content.length < whole.length,
  };
}

function contentIn({ html, text }: ReadablePage, format: 'html' | 'text'): string {
  if (format === 'html') return html !== '' || text === '' ? html : `<pre>${escapeHtml(text)}</pre>`;
  return text === '' ? plainTextOf(contentTree(html)) : text;
}

/**
 * The content of a page as blocks of Markdown. A browser can show what is rendered from them, with HTML in them allowed:
 * whatever the page says, nothing runs, and links lead to the web alone.
 */
export function markdownBlocks({ html, text }: ReadablePage): string[] {
  return html !== '' || text === '' ? markdownOf(contentTree(html)) : textBlocks(text);
}

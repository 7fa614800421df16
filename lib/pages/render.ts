import { contentTree } from './content-tree.ts';
import { countWords } from './count-words.ts';
import { cutHtml, cutText } from './cut.ts';
import { escapeHtml } from './escape-html.ts';
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
  const whole = contentIn(page, format);
  const content =
    whole.length <= maxChars ? whole : format === 'html' ? cutHtml(whole, maxChars) : cutText(whole, maxChars);
  return {
    content,
    words: countWords(format === 'html' ? content.replace(/<[^>]*>/g, ' ') : content),
    truncated: page.truncated || content.length < whole.length,
  };
}

function contentIn({ html, text }: ReadablePage, format: PageFormat): string {
  if (format === 'html') return text === '' ? html : `<pre>${escapeHtml(text)}</pre>`;
  if (text !== '') return text;
  const nodes = contentTree(html);
  return format === 'markdown' ? markdownOf(nodes) : plainTextOf(nodes);
}

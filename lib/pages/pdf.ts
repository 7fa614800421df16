import { type ReadablePage, UnreadablePage } from './page.ts';
import { isoDate } from './page-date.ts';

const MAX_PAGES = 100;
const MAX_TEXT_CHARS = 1_000_000;
/** Lines farther apart than this, in heights of a line, are of different paragraphs. */
const PARAGRAPH_GAP = 1.6;

interface TextItem {
  str: string;
  hasEOL: boolean;
  height: number;
  /** Its fifth and sixth numbers are where the text stands. */
  transform: number[];
}

/** Reads the text of a PDF. Its library is large, and loaded with the first. */
export async function readPdf(body: Uint8Array, url: string): Promise<ReadablePage> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    // A copy, because the library takes the bytes for itself; and it refuses a Buffer.
    const pdf = await getDocumentProxy(new Uint8Array(body), {
      isEvalSupported: false,
      verbosity: 0,
      stopAtErrors: false,
    });
    try {
      const pages: string[] = [];
      let chars = 0;
      const last = Math.min(pdf.numPages, MAX_PAGES);
      for (let number = 1; number <= last && chars <= MAX_TEXT_CHARS; number++) {
        const page = await pdf.getPage(number);
        const { items } = await page.getTextContent();
        page.cleanup();
        const text = paragraphs(items.filter((item) => 'str' in item) as TextItem[]);
        pages.push(text);
        chars += text.length;
      }
      const text = pages.filter(Boolean).join('\n\n');
      if (text === '') throw new UnreadablePage('no text');
      const info = new Map<string, unknown>(Object.entries((await pdf.getMetadata()).info));
      return {
        title: known(info.get('Title')),
        description: known(info.get('Subject')),
        author: known(info.get('Author')),
        published: isoDate(known(info.get('CreationDate')).replace(/^D:(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3'), 'en'),
        lang: /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(known(info.get('Language'))) ? known(info.get('Language')) : '',
        site: new URL(url).hostname.replace(/^www\./, ''),
        contentType: 'application/pdf',
        html: '',
        text: text.slice(0, MAX_TEXT_CHARS),
        truncated: pdf.numPages > pages.length || text.length > MAX_TEXT_CHARS,
        links: [],
        images: [],
      };
    } finally {
      await pdf.destroy();
    }
  } catch (error) {
    if (error instanceof UnreadablePage) throw error;
    throw new UnreadablePage('damaged', { cause: error });
  }
}

const known = (value: unknown): string => (typeof value === 'string' ? value.replace(/[\s\0]+/g, ' ').trim() : '');

/** Lines as paragraphs, with words that are divided at the end of a line put together. */
function paragraphs(items: TextItem[]): string {
  let text = '';
  let line = '';
  let lastY: number | undefined;
  let lastHeight = 0;
  const endLine = (gap: number) => {
    const trimmed = line.trim();
    line = '';
    if (trimmed === '') return;
    if (text === '') text = trimmed;
    else if (gap > PARAGRAPH_GAP) text += `\n\n${trimmed}`;
    else if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(trimmed)) text = text.slice(0, -1) + trimmed;
    else text += ` ${trimmed}`;
  };
  let gap = 0;
  for (const { str, hasEOL, transform, height } of items) {
    const y = transform[5] ?? 0;
    if (str.trim() !== '' && line === '' && lastY !== undefined)
      gap = lastHeight > 0 ? Math.abs(lastY - y) / lastHeight : 0;
    line += str;
    if (str.trim() !== '') {
      lastY = y;
      lastHeight = height || lastHeight;
    }
    if (hasEOL) endLine(gap);
  }
  endLine(gap);
  return text;
}

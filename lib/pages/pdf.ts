import { type ReadablePage, UnreadablePage } from './page.ts';
import { isoDate } from './page-date.ts';
import { blocksHtml, blocksText, firstBlocks, type PdfItem, pdfBlocks, pdfTitle } from './pdf-blocks.ts';

const MAX_PAGES = 100;
const MAX_TEXT_CHARS = 1_000_000;

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
      const pages: PdfItem[][] = [];
      let chars = 0;
      const last = Math.min(pdf.numPages, MAX_PAGES);
      for (let number = 1; number <= last && chars <= MAX_TEXT_CHARS; number++) {
        const page = await pdf.getPage(number);
        const content = await page.getTextContent();
        page.cleanup();
        const items = content.items.filter((item) => 'str' in item) as PdfItem[];
        pages.push(items);
        chars += items.reduce((sum, { str }) => sum + str.length, 0);
      }
      const all = pdfBlocks(pages);
      const blocks = firstBlocks(all, MAX_TEXT_CHARS);
      const text = blocksText(blocks);
      if (text === '') throw new UnreadablePage('no text');
      const info = new Map<string, unknown>(Object.entries((await pdf.getMetadata()).info));
      return {
        title: pdfTitle(known(info.get('Title')), blocks),
        description: known(info.get('Subject')),
        author: known(info.get('Author')),
        published: isoDate(known(info.get('CreationDate')).replace(/^D:(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3'), 'en'),
        lang: /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(known(info.get('Language'))) ? known(info.get('Language')) : '',
        site: new URL(url).hostname.replace(/^www\./, ''),
        contentType: 'application/pdf',
        html: blocksHtml(blocks),
        text,
        truncated: pdf.numPages > pages.length || blocks.length < all.length,
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

import { z } from 'zod';
import { ApiError } from '../../lib/errors.ts';
import { MAX_CHARS } from '../contract/page-params.ts';
import { extract } from '../endpoints/extract.ts';
import { cutQuery } from './long-query.ts';
import { pageText } from './mcp-text.ts';
import { sameNames, type Tool } from './mcp-tool.ts';

const DEFAULT_PAGE_CHARS = 50_000;
/** Models need not know how a page was read. */
const pageReply = extract.reply.shape.results.element.omit({ rendered: true, render_ms: true });

/** The tool that reads a page. */
export const readPage: Tool = {
  name: 'read_page',
  title: 'Read a page',
  description:
    'Reads a web page, PDF file, feed or text at a URL, and returns its main content as Markdown with title, author ' +
    'and date. Use it on URLs from search results, and cite the URL.',
  endpoint: extract,
  args: z.object({
    url: z.string().describe('URL, starting with http:// or https://.'),
    query: z
      .string()
      .transform(cutQuery)
      .optional()
      .describe('A question: returns the passages that match it best, instead of the text.'),
    max_chars: z
      .int()
      .min(1)
      .max(MAX_CHARS)
      .default(DEFAULT_PAGE_CHARS)
      .describe('Maximum number of characters of the text.'),
    max_age: z.int().min(0).optional().describe('How old a cached page may be, in seconds; 0 reads it anew.'),
  }),
  params: sameNames('url', 'query', 'max_chars', 'max_age'),
  // It changes nothing where there is no browser.
  fixed: { render: 'auto' },
  output: pageReply,
  data: onePage,
  text: (body) => pageText(onePage(body)),
  openWorld: true,
  hasOwnDeadline: true,
};

/** The page that was read. One that could not be is a failure of the call, with its reason. */
function onePage(body: unknown): z.infer<typeof pageReply> {
  const { results, failed } = body as z.infer<typeof extract.reply>;
  const [page] = results;
  if (!page) throw new ApiError(422, `The page could not be read: ${failed[0]?.reason ?? 'unknown reason'}.`);
  const { rendered: _, render_ms: __, ...read } = page;
  return read;
}

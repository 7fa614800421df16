import { z } from 'zod';
import { usageSchema } from '../../lib/net/usage-signals.ts';
import type { ReadPage } from '../../lib/pages/read-operation.ts';
import type { PageOptions, PageResult } from '../lookups/pages.ts';

const link = z.object({ url: z.string(), text: z.string() });
const image = z.object({ url: z.string(), alt: z.string() });
const chunk = z.object({
  heading: z.string().describe('The headings above the passage.'),
  text: z.string(),
  score: z.number().describe('How well the passage matches the query (BM25). Compare scores within one page only.'),
});

/** A page that was read. */
export const extractedPage = z
  .object({
    url: z.string().describe('The URL as requested.'),
    final_url: z.string().describe('The URL after redirects.'),
    title: z.string(),
    description: z.string(),
    author: z.string(),
    published: z.string().describe('An ISO date, or date and time; empty if the page has none.'),
    lang: z.string(),
    site: z.string(),
    content: z.string(),
    content_type: z.string(),
    words: z.number().int(),
    truncated: z.boolean().describe('Whether `content` is cut off, or the page was too large to read to its end.'),
    cached: z.boolean(),
    partial: z
      .string()
      .describe(
        'Why `content` is only a part of the text: `paywall`; `uncertain` if no article was found on a page that says ' +
          'that it is one, and `content` is all of its sections; empty if it is neither.',
      ),
    kind: z
      .string()
      .optional()
      .describe(
        'Only with `detail=full`: as what the page was read: `article`, `documentation`, `product`, `collection` ' +
          '(things with prices), `listing` (of other pages), `forum`, or `service`, which is a page of sections that ' +
          'is nothing else; empty for other types than HTML and for whole pages.',
      ),
    accessible_for_free: z
      .boolean()
      .nullable()
      .optional()
      .describe('Only with `detail=full`: whether everybody may read the page; null if it does not say.'),
    hidden_removed: z
      .record(z.string(), z.int())
      .optional()
      .describe(
        'Only with `detail=full`: what was left out because nobody sees it. Elements with text by `hidden`, ' +
          '`aria_hidden`, `display`, `visibility`, `opacity`, `font_size`, `off_screen`, `clip`, `zero_size` and ' +
          '`color`; characters by `tag_characters`, `zero_width` and `bidirectional`. Ways with none are absent.',
      ),
    usage: usageSchema
      .optional()
      .describe(
        'Only with `detail=full`: what the site says the page may be used for, in its own words: `content_signal` ' +
          'and `content_usage` from its headers or robots.txt, `robots_tag` from `X-Robots-Tag`. Absent fields: nothing.',
      ),
    rendered: z.boolean().optional().describe('Only with `render`: whether a browser has rendered the page.'),
    render_ms: z.int().optional().describe('Only with `render`: the milliseconds that took; 0 if it was not rendered.'),
    screenshot: z.string().optional().describe('Only with `screenshot`: a PNG as a `data:` address.'),
    screenshot_cut: z.boolean().optional().describe('Only with `screenshot`: whether the page goes on below it.'),
    links: z.array(link).optional(),
    images: z.array(image).optional(),
    chunks: z.array(chunk).optional(),
  })
  .meta({ id: 'ExtractedPage' });

/** The text of a page that says "not found" is not what was asked for. */
export function refuseErrorPage(result: PageResult): PageResult {
  if (!('page' in result) || result.page.status < 400) return result;
  return { url: result.url, reason: `it answered with status ${result.page.status}`, fetched: true };
}

/** A page in the shape of the API. */
export function extracted(
  url: string,
  page: ReadPage,
  detail?: 'full',
  render?: PageOptions['render'],
): z.infer<typeof extractedPage> {
  const { finalUrl, contentType, ok: _ok, status: _status, links, images, chunks, ...same } = page;
  return {
    url,
    final_url: finalUrl,
    title: same.title,
    description: same.description,
    author: same.author,
    published: same.published,
    lang: same.lang,
    site: same.site,
    content: same.content,
    content_type: contentType,
    words: same.words,
    truncated: same.truncated,
    cached: same.cached,
    partial: same.partial ?? '',
    ...(detail && {
      kind: same.kind ?? '',
      accessible_for_free: same.free ?? null,
      hidden_removed: same.hidden ?? {},
      usage: same.usage ?? {},
    }),
    ...(render && { rendered: page.renderedMs !== undefined, render_ms: page.renderedMs ?? 0 }),
    ...(same.screenshot && { screenshot: same.screenshot.dataUri, screenshot_cut: same.screenshot.cut }),
    ...(links ? { links } : {}),
    ...(images ? { images } : {}),
    ...(chunks ? { chunks: chunks.map(({ heading, text, score }) => ({ heading, text, score })) } : {}),
  };
}

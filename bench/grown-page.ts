import type { PageCase } from './page-quality.ts';

const GROWN_BYTES = 100_000;

/** The page with what its body holds repeated, as long pages repeat their kinds of blocks. */
export function grown(page: PageCase): PageCase {
  const html = Buffer.from(page.body).toString('latin1');
  const body = /<body[^>]*>([\s\S]*)<\/body>/i.exec(html);
  if (body?.[1] === undefined) return page;
  const times = Math.ceil(GROWN_BYTES / html.length);
  return {
    ...page,
    body: Buffer.from(
      html.replace(body[1], () => (body[1] ?? '').repeat(times)),
      'latin1',
    ),
  };
}

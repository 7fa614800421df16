import type { BoundedHtml } from './bounded-html.ts';

export interface Metadata {
  title: string;
  description: string;
  author: string;
  published: string;
  lang: string;
  site: string;
}

/** What a page says about itself. */
export function metadata({ head }: BoundedHtml): Metadata {
  const meta = (...names: string[]) => names.map((name) => head.metas.get(name)).find((value) => value) ?? '';
  return {
    title: meta('og:title') || head.title.trim(),
    description: meta('description', 'og:description'),
    author: meta('author'),
    published: meta('article:published_time'),
    lang: head.lang,
    site: meta('og:site_name'),
  };
}

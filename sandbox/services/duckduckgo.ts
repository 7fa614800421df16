import { Suggester } from '../suggester.ts';
import type { Upstream } from '../upstream.ts';

const suggester = new Suggester('duckduckgo', 90);
const MOST = 8;

/** Stand-in for DuckDuckGo's autocompletion, which needs no key and returns at most eight suggestions. */
export const duckduckgo: Upstream = {
  slug: 'duckduckgo',
  handle({ path, query }) {
    if (path !== '/ac/' && path !== '/ac') return { status: 404, body: 'Not Found' };
    const q = query.get('q') ?? '';
    // The region contains country and language, such as `de-de`; `wt-wt` means no region.
    const lang = query.get('kl')?.split('-')[1] ?? 'en';
    const found = suggester.complete(q, lang === 'wt' ? 'en' : lang, MOST);
    return { status: 200, body: query.get('type') === 'list' ? [q, found] : found.map((phrase) => ({ phrase })) };
  },
};

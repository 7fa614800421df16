import { Suggester } from '../suggester.ts';
import type { Upstream } from '../upstream.ts';

const suggester = new Suggester('duckduckgo', 90);
const MOST = 8;

/** Stand-in for DuckDuckGo's autocompletion: keyless, at most eight. */
export const duckduckgo: Upstream = {
  slug: 'duckduckgo',
  handle({ path, query }) {
    if (path !== '/ac/' && path !== '/ac') return { status: 404, body: 'Not Found' };
    const q = query.get('q') ?? '';
    // The region says country and language: `de-de`, `wt-wt` for none.
    const lang = query.get('kl')?.split('-')[1] ?? 'en';
    const found = suggester.complete(q, lang === 'wt' ? 'en' : lang, MOST);
    return { status: 200, body: query.get('type') === 'list' ? [q, found] : found.map((phrase) => ({ phrase })) };
  },
};

import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { languageOf } from '../search/language-tag.ts';
import { hasTime, searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';

const SITE = 'https://developer.mozilla.org';
const PER_PAGE = 10;
const MAX_PAGE = 10;
const MAX_QUERY_CHARS = 200;
/** The languages of MDN, by ours. */
const LOCALES: Readonly<Record<string, string>> = {
  de: 'de',
  es: 'es',
  fr: 'fr',
  ja: 'ja',
  ko: 'ko',
  pt: 'pt-BR',
  ru: 'ru',
  zh: 'zh-CN',
};

const responseSchema = z.object({ documents: z.array(looseObject) });

/** The address of a document, whose own is relative. */
function addressOf(path: unknown): string {
  return typeof path === 'string' && path.startsWith('/') ? `${SITE}${path}` : '';
}

/** MDN Web Docs. Needs no key. */
export const mdn: Adapter = {
  slug: 'mdn',
  name: 'MDN',
  docs: { about: 'Web documentation: HTML, CSS, JavaScript.' },
  groups: ['code'],
  defaultUrl: `${SITE}/api/v1`,
  apiKey: 'none',
  // It searches one site, so its first result may be far from the query.
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      pageSize: PER_PAGE,
      supports(input) {
        if (hasTime(input)) return 'MDN cannot filter by date';
        return input.page <= MAX_PAGE || `MDN has ${MAX_PAGE} pages`;
      },
      request({ q, page, lang }, { url }) {
        const locale = LOCALES[languageOf(lang)] ?? 'en-US';
        const params = new URLSearchParams({ q: queryFor(q, MAX_QUERY_CHARS), page: String(page), locale });
        return { url: `${url}/search?${params}`, headers: { accept: 'application/json' } };
      },
      parse(response) {
        requireOk(response);
        return {
          correction: '',
          results: webRows(
            readJson(response, responseSchema).documents.map(({ mdn_url, title, summary }) => ({
              url: addressOf(mdn_url),
              title,
              description: summary,
            })),
          ),
        };
      },
    },
  },
  standIn: {
    titleWeight: 4,
    answer({ path, query }, find) {
      const page = Number(query.get('page') ?? 1);
      if (path !== '/api/v1/search') return { status: 404, body: 'Not Found' };
      if (!(page >= 1 && page <= MAX_PAGE))
        return { status: 400, body: { errors: { page: [{ message: 'invalid' }] } } };
      const found = find.pages({ text: query.get('q') ?? '' });
      const documents = found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(({ title, text }) => ({
        mdn_url: `/${query.get('locale')}/docs/Web/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
        title,
        summary: text,
        locale: query.get('locale'),
      }));
      return { status: 200, body: { documents, metadata: { page, size: PER_PAGE, total: { value: found.total } } } };
    },
  },
};

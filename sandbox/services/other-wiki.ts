import type { Upstream } from '../upstream.ts';
import { wikiIn } from './articles.ts';
import { refuseAnonymous, requireJson, unknownValue } from './mediawiki.ts';
import { searchPages } from './wikipedia.ts';

const SERVER = 'https://wiki.example.org';
const ARTICLE_PATH = '/title/$1';

/** Stand-in for a wiki that is not Wikipedia: the English articles, at addresses of its own. */
export const otherWiki: Upstream = {
  slug: 'mediawiki',
  handle(request) {
    const refusal = refuseAnonymous(request);
    if (refusal) return refusal;
    const { path, query } = request;
    if (path !== '/api.php') return { status: 404, headers: { 'content-type': 'text/html' }, body: 'Not Found' };
    const notJson = requireJson(query);
    if (notJson) return notJson;
    if (query.get('action') !== 'query') return unknownValue('action', query.get('action') ?? 'help');
    if (query.get('list') !== 'search') return unknownValue('list', query.get('list') ?? '');
    return searchPages(wikiIn('en'), query, query.get('meta') === 'siteinfo' ? { general } : {});
  },
};

const general = {
  mainpage: 'Main page',
  base: `${SERVER}${ARTICLE_PATH.replace('$1', 'Main_page')}`,
  sitename: 'Example Wiki',
  generator: 'MediaWiki 1.45.1',
  case: 'first-letter',
  lang: 'en',
  articlepath: ARTICLE_PATH,
  scriptpath: '',
  script: '/index.php',
  variantarticlepath: false,
  server: SERVER,
  servername: 'wiki.example.org',
};

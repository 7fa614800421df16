import { gdelt } from '../../lib/engines/gdelt.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { article, languages, search } from './cases.ts';
import { catReport, told } from './stand-in-reply.ts';

/** GDELT sends its refusals as a sentence with the type of a web page. */
const refusal = (sentence: string, status = 200) => html(status, sentence);
const LIMIT = 'Please limit requests to one every 5 seconds or contact c4n4ry@example.org for larger queries.\n';
const hosts = Array.from({ length: 50 }, (_, index) => `n${index}.example`);
const list = json({ articles: hosts.map((host) => ({ url: `https://${host}/` })) });
const SPACED = "U . S . talks resume ( again ) : a minister ' s $ 5 , 000 dinner isn ' t 3 . 5 % of it";
const lang = (name: string | null) => `climat change${name === null ? '' : ` sourcelang:${name}`}`;

const news: AdapterContract<'news'> = {
  adapter: gdelt,
  operation: 'news',
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/doc/doc',
  query: { param: 'query', maxChars: 250, rewritten: true },
  requests: [
    ['an ordinary search', {}, { query: 'climat change', mode: 'artlist', format: 'json', timespan: null }],
    ['the first page', { page: 1 }, { maxrecords: '25' }],
    ['the last page: all of the list', { page: 10 }, { maxrecords: '250' }],
    ['the last day', { date: 'd' }, { timespan: '1d' }],
    ['the last week', { date: 'w' }, { timespan: '1w' }],
    ['the last month', { date: 'm' }, { timespan: '1m' }],
    ['the last year, of which it has only three months', { date: 'y' }, { timespan: null }],
    ['a word with a dash', { q: 'f-16 crash' }, { query: '"f-16" crash' }],
    ['a word with another sign in it', { q: 'node.js tips?' }, { query: '"node.js" tips' }],
    ['quotes around one word', { q: '"cats" food' }, { query: 'cats food' }],
    ['a phrase', { q: '"golden gate" bridge -toll' }, { query: '"golden gate" bridge -toll' }],
    ['parentheses', { q: '(cats dogs)' }, { query: 'cats dogs' }],
    ['alternatives', { q: 'cats OR dogs food' }, { query: '(cats OR dogs) food' }],
    ['nested alternatives', { q: 'cats OR (dogs OR "big birds")' }, { query: '(cats OR dogs OR "big birds")' }],
    ['an alternative to nothing', { q: 'OR cats OR' }, { query: 'cats' }],
    ['a site', { q: 'floods site:bbc.co.uk' }, { query: 'floods domainis:bbc.co.uk' }],
    ['not a site', { q: 'floods -site:bbc.co.uk' }, { query: 'floods -domainis:bbc.co.uk' }],
    [
      'sites of the search',
      { q: 'floods', site: ['a.example', 'b.example'], excludeSite: ['c.a.example'] },
      { query: 'floods (domainis:a.example OR domainis:b.example) -domainis:c.a.example' },
    ],
    ['short words, which it refuses', { q: 'chips of AI firms' }, { query: 'chips firms' }],
    ['short words alone', { q: 'AI' }, { query: 'AI' }],
    ['mostly short words', { q: 'AI in the EU' }, { query: 'AI in the EU' }],
    ['short words of syllables', { q: '東京 大雨' }, { query: '東京 大雨' }],
    ...languages('query', {
      en: lang('english'),
      'DE-at': lang('german'),
      'zh-Hant-TW': lang('chinese'),
      nb: lang('norwegian'),
      'nn-NO': lang('norwegian'),
      xx: lang(null),
      fil: lang(null),
    }),
  ],
  skips: [
    ['no word', { q: '😀 !' }],
    ['only a site', { q: 'site:bbc.co.uk' }],
    ['a page beyond the end of the list', { page: 11 }],
    ['the fiftieth page', { page: 50 }],
  ],
  answers: [
    ['its stand-in', told(gdelt, 'news'), { results: [{ ...catReport, description: '', publisher: 'news.example' }] }],
    [
      'a title of single words and signs',
      json({ articles: [{ url: 'https://a.example/', title: SPACED }] }),
      {
        results: [
          article('a.example', { title: "U.S. talks resume (again): a minister's $5,000 dinner isn't 3.5% of it" }),
        ],
      },
    ],
    ['the first page of a longer list', list, { results: hosts.slice(0, 25).map((host) => article(host)) }],
    [
      'the second page of the list',
      list,
      { results: hosts.slice(25).map((host) => article(host)) },
      { input: { page: 2 } },
    ],
    ['nothing found: everything is absent', json('{}'), { results: [] }],
    ['an empty list', json({ articles: [] }), { results: [] }],
    [
      'hostile fields',
      json({
        articles: [
          null,
          { url: 'javascript:x' },
          { url: 'https://a.example/', title: '<b>A</b>', seendate: 7, socialimage: 'data:,x', domain: [] },
        ],
      }),
      { results: [article('a.example', { title: 'A' })] },
    ],
  ],
  nothingFound: '{}',
  failures: [
    ['a limit with HTTP 200', refusal(LIMIT), 'rate_limited', null],
    ['a limit with HTTP 429', plain(429, LIMIT), 'rate_limited', null],
    ['a query of one letter', refusal('Your query was too short or too long.\n'), 'rejected'],
    ['a bad operator', refusal("Queries containing OR'd terms must be surrounded by ().\n"), 'rejected'],
    ['brackets', refusal("Parentheses may only be used around OR'd statements.\n"), 'rejected'],
    ['a short phrase', refusal('The specified phrase is too short.\n'), 'rejected'],
    ['a language that it does not read', refusal('Invalid/Unsupported Language.\n'), 'rejected'],
    [
      'a dash',
      refusal('One or more of your keywords contained an illegal character. To use a dash in a word, quote it.'),
      'rejected',
    ],
    [
      'a common word',
      refusal('One or more of your keywords were too short, too long or too common: (c4n4ry)'),
      'rejected',
    ],
    ['a clause', refusal('One or more of your parenthetical clauses had an error in it.'), 'rejected'],
    ['a time', refusal('Timespan is too short.'), 'rejected'],
    ['a sentence that we do not know', refusal('Oh dear.'), 'rejected'],
    ['a sentence about a limit', refusal('You have reached the limit for today.'), 'rate_limited', null],
    ['a list of the wrong type', json({ articles: 'none' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const gdeltContracts: AnyContract[] = [news];

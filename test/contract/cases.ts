import type { GeocodeInput, LookupInput, ReverseInput, SearchInput } from '../../lib/search/query.ts';
import type { ImageRow, NewsRow, VideoRow, WebRow } from '../../lib/search/results.ts';
import type { TranslateInput } from '../../lib/translate/translation.ts';
import type { AdapterContract } from './adapter-contract.ts';

/** Cases that the contracts of several adapters share. */

export const search: SearchInput = { q: 'climat change', page: 1, lang: '', safe: true, date: null };
export const lookup: LookupInput = { q: 'climate change', lang: '', safe: true };
export const geocode: GeocodeInput = { q: 'Berlin', lang: '', limit: 10 };
export const reverse: ReverseInput = { lat: -34.44, lon: -58.7, zoom: 18, lang: '' };
export const translate: TranslateInput = { text: 'Hello, world!', source: '', target: 'de' };

/** Cases of languages: our code, and the value of the parameter that is sent (null: none). */
export function languages(
  param: string,
  values: Record<string, string | null>,
): [name: string, input: { lang: string }, params: Record<string, string | null>][] {
  return Object.entries(values).map(([lang, value]) => [`the language ${lang}`, { lang }, { [param]: value }]);
}

/** For adapters that cannot filter by age. */
export const anyDate: AdapterContract<'web'>['skips'] = [
  ['the last day', { date: 'd' }],
  ['the last week', { date: 'w' }],
  ['the last month', { date: 'm' }],
  ['the last year', { date: 'y' }],
];

/** For adapters that have only one page. */
export const laterPages: AdapterContract<'web'>['skips'] = [
  ['a second page', { page: 2 }],
  ['the fiftieth page', { page: 50 }],
];

/** A row with the root page of a site and no other data. */
export function row(host: string, fields: Partial<WebRow> = {}) {
  return {
    key: host,
    url: `https://${host}/`,
    title: '',
    description: '',
    displayUrl: host,
    host,
    faviconUrl: '',
    date: '',
    ageText: '',
    sitelinks: [],
    ...fields,
  };
}

/** A row with another page of a site. */
export function page(host: string, path: string, fields: Partial<WebRow> = {}) {
  const displayUrl = [host, ...path.split('/')].join(' › ');
  return row(host, { key: `${host}/${path}`, url: `https://${host}/${path}`, displayUrl, ...fields });
}

/** The article that many fixtures have. */
export const cat = page('en.example.org', 'wiki/Cat', { title: 'Cat', description: 'The cat is a small carnivore.' });

/** A row with a page of a site that is not its home page, which can have an age. */
export function pageRow(host: string, fields: Partial<WebRow> = {}) {
  const url = `https://${host}/page`;
  return row(host, { key: `${host}/page`, url, displayUrl: `${host} › page`, ...fields });
}

/** The fields of an image whose full picture the engine does not tell. */
export const unknownPicture = { imageUrl: '', imageKey: '', width: 0, height: 0, license: '' };

/** An image, a news article and a video, each at the root of a site and without other data. */
export function image(host: string, fields: Partial<ImageRow> = {}): ImageRow {
  const url = `https://${host}/`;
  return { key: host, url, title: '', host, thumbnail: '', thumbnailKey: '', ...unknownPicture, ...fields };
}

export function article(host: string, fields: Partial<NewsRow> = {}): NewsRow {
  return { ...report(host), description: '', ...fields };
}

export function video(host: string, fields: Partial<VideoRow> = {}): VideoRow {
  return { ...report(host), duration: '', ...fields };
}

function report(host: string) {
  const url = `https://${host}/`;
  return { key: host, url, title: '', hostname: host, publisher: '', date: '', ageText: '', thumbnail: '' };
}

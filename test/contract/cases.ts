import type { Infobox } from '../../lib/cards/cards.ts';
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

/** These web results and nothing else, from an engine without infoboxes. */
export const webSlice = (...results: WebRow[]) => ({ correction: '', results });

/** What an engine with infoboxes tells if it finds nothing. */
export const NOTHING = { correction: '', infobox: null, results: [] };

/** An infobox without other data. */
export function infobox(fields: Partial<Infobox>): Infobox {
  const none = { title: '', subtitle: '', description: '', url: '', website: '', image: '', attribution: '' };
  return { ...none, attributes: [], links: [], ...fields };
}

/** A page at an address, which is that of a whole site if it has no path, without other data. */
export function row(address: string, fields: Partial<WebRow> = {}): WebRow {
  const { key, url, host } = at(address);
  const displayUrl = key.replaceAll('/', ' › ');
  return { key, url, host, displayUrl, ...texts, faviconUrl: '', date: '', ageText: '', sitelinks: [], ...fields };
}

/** An image, a news article and a video at an address, without other data. An image is known by its pictures, too. */
export function image(address: string, fields: Partial<ImageRow> = {}): ImageRow {
  const { key, url, host } = at(address);
  const { thumbnail = '', imageUrl = '' } = fields;
  return {
    key,
    url,
    title: '',
    host: host.replace(/^www\./, ''),
    thumbnail,
    thumbnailKey: keyOf(thumbnail),
    imageUrl,
    imageKey: keyOf(imageUrl),
    width: 0,
    height: 0,
    license: '',
    ...fields,
  };
}

export function article(address: string, fields: Partial<NewsRow> = {}): NewsRow {
  return { ...report(address), ...texts, ...fields };
}

export function video(address: string, fields: Partial<VideoRow> = {}): VideoRow {
  return { ...report(address), title: '', duration: '', ...fields };
}

/** The fields of an image that is its own thumbnail. */
export const itself = (url: string) => ({ thumbnail: url, imageUrl: url });

const texts = { title: '', description: '' };

function report(address: string) {
  const { key, url, host } = at(address);
  return { key, url, hostname: host, publisher: '', date: '', ageText: '', thumbnail: '' };
}

function at(address: string) {
  const [host = ''] = address.split('/', 1);
  const url = `https://${address}${host === address ? '/' : ''}`;
  return { url, key: keyOf(url), host };
}

function keyOf(url: string): string {
  return url.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '');
}

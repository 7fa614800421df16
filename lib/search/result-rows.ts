import { isoDate } from './age.ts';
import { bareHost, canonicalKey, displayUrl, parseHttpUrl } from './canonical-url.ts';
import { clockDuration } from './duration.ts';
import { localDate, withoutDate } from './local-date.ts';
import type { ImageRow, NewsRow, Sitelink, VideoRow, WebRow } from './results.ts';
import { cleanText } from './text.ts';

const TITLE_MAX_CHARS = 300;
const DESCRIPTION_MAX_CHARS = 1_500;
const AGE_MAX_CHARS = 60;
const MAX_SITELINKS = 10;
const PUBLISHER_MAX_CHARS = 100;
const LICENSE_MAX_CHARS = 200;
/** A larger size is a mistake. */
const MAX_PIXELS = 1_000_000;
const MAX_ROWS = 100;

/** A raw result of an adapter; every field except the address may be missing or invalid. */
export interface RawWebResult {
  url: unknown;
  title?: unknown;
  description?: unknown;
  favicon?: unknown;
  date?: unknown;
  ageText?: unknown;
  sitelinks?: readonly { title?: unknown; url?: unknown }[];
  index?: WebRow['index'];
}

/** A raw image of an adapter. */
export interface RawImage {
  /** Address of the page. */
  url: unknown;
  title?: unknown;
  /** A small version, or else the image itself. */
  thumbnail?: unknown;
  /** Address of the full picture. */
  image?: unknown;
  width?: unknown;
  height?: unknown;
  /** Licence and creator in one line: `CC BY 2.0, Jane Doe`. */
  license?: unknown;
  index?: WebRow['index'];
}

/** A raw news article or video of an adapter. */
export interface RawReport {
  url: unknown;
  title?: unknown;
  description?: unknown;
  publisher?: unknown;
  duration?: unknown;
  date?: unknown;
  ageText?: unknown;
  thumbnail?: unknown;
  index?: WebRow['index'];
}

/**
 * Cleans web results: drops rows without a valid address and gives every other field an empty default. `lang` is the
 * language of dates in words, if the engine writes them in that of the search.
 */
export const webRows = (raw: readonly RawWebResult[], lang = ''): WebRow[] => rows(raw, lang, webRow);
/** Cleans image results in the same way. */
export const imageRows = (raw: readonly RawImage[]): ImageRow[] => rows(raw, '', imageRow);
/** Cleans news results in the same way. */
export const newsRows = (raw: readonly RawReport[], lang = ''): NewsRow[] => rows(raw, lang, newsRow);
/** Cleans video results in the same way. */
export const videoRows = (raw: readonly RawReport[], lang = ''): VideoRow[] => rows(raw, lang, videoRow);

/** Cleans a spelling correction; empty if there is none. */
export function correctionFrom(value: unknown): string {
  return cleanText(value, TITLE_MAX_CHARS);
}

function rows<Raw extends { url: unknown; index?: WebRow['index'] }, Row>(
  raw: readonly Raw[],
  lang: string,
  clean: (raw: Raw, url: URL, lang: string) => Row,
): Row[] {
  const list: Row[] = [];
  for (const item of raw) {
    const url = parseHttpUrl(item.url);
    if (url) list.push(item.index ? { ...clean(item, url, lang), index: item.index } : clean(item, url, lang));
    if (list.length === MAX_ROWS) break;
  }
  return list;
}

function webRow(raw: RawWebResult, url: URL, lang: string): WebRow {
  return {
    key: canonicalKey(url),
    url: raw.url as string,
    title: cleanText(raw.title, TITLE_MAX_CHARS),
    displayUrl: displayUrl(url),
    host: url.host,
    faviconUrl: addressOf(raw.favicon),
    sitelinks: (raw.sitelinks ?? []).flatMap(sitelink).slice(0, MAX_SITELINKS),
    ...datedText(raw, lang),
    // A site is as old as its newest page: what engines send for its address is when they first saw it.
    ...(isHome(url) && { date: '', ageText: '' }),
  };
}

function imageRow(raw: RawImage, url: URL): ImageRow {
  const thumbnail = parseHttpUrl(raw.thumbnail);
  const image = parseHttpUrl(raw.image);
  return {
    key: canonicalKey(url),
    url: raw.url as string,
    title: cleanText(raw.title, TITLE_MAX_CHARS),
    host: bareHost(url),
    thumbnail: thumbnail?.href ?? '',
    thumbnailKey: thumbnail ? canonicalKey(thumbnail) : '',
    imageUrl: image?.href ?? '',
    imageKey: image ? canonicalKey(image) : '',
    width: pixels(raw.width),
    height: pixels(raw.height),
    license: cleanText(raw.license, LICENSE_MAX_CHARS),
  };
}

function pixels(value: unknown): number {
  const size = Number(value);
  return Number.isInteger(size) && size > 0 && size <= MAX_PIXELS ? size : 0;
}

function newsRow(raw: RawReport, url: URL, lang: string): NewsRow {
  return { ...report(raw, url), ...datedText(raw, lang) };
}

function videoRow(raw: RawReport, url: URL, lang: string): VideoRow {
  const row = report(raw, url);
  const { date, ageText } = datedText(raw, lang);
  return { ...row, title: withoutSite(row.title, url), duration: clockDuration(raw.duration), date, ageText };
}

/** The fields that articles and videos share. */
function report(raw: RawReport, url: URL) {
  return {
    key: canonicalKey(url),
    url: raw.url as string,
    title: cleanText(raw.title, TITLE_MAX_CHARS),
    hostname: url.hostname,
    publisher: cleanText(raw.publisher, PUBLISHER_MAX_CHARS),
    thumbnail: addressOf(raw.thumbnail),
  };
}

/** The title of a video without the name of its site at the end: `… - YouTube`. */
function withoutSite(title: string, { hostname }: URL): string {
  const [end = '', name = ''] = /\s[-–—|·]\s([^-–—|·]+)$/.exec(title) ?? [];
  const isSite = hostname.split('.').includes(name.replaceAll(' ', '').toLowerCase());
  return isSite ? title.slice(0, -end.length).trimEnd() : title;
}

/** The description and the age, which some engines put at the start of the description. */
function datedText(
  raw: Pick<RawWebResult, 'description' | 'date' | 'ageText'>,
  lang: string,
): Pick<WebRow, 'description' | 'date' | 'ageText'> {
  const text = withoutDate(cleanText(raw.description, DESCRIPTION_MAX_CHARS), lang);
  const ageText = cleanText(raw.ageText, AGE_MAX_CHARS);
  // An age in words is relative to the answer, so it becomes a date here and goes on ageing in the cache.
  return { description: text.description, date: isoDate(raw.date) || localDate(ageText, lang) || text.date, ageText };
}

function isHome({ pathname, search }: URL): boolean {
  return pathname === '/' && search === '';
}

function addressOf(value: unknown): string {
  return parseHttpUrl(value)?.href ?? '';
}

function sitelink(raw: { title?: unknown; url?: unknown }): Sitelink[] {
  const title = cleanText(raw.title, TITLE_MAX_CHARS);
  return title !== '' && parseHttpUrl(raw.url) ? [{ title, url: raw.url as string }] : [];
}

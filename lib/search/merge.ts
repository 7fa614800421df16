import { relativeAge } from './age.ts';
import { bareHost } from './canonical-url.ts';
import { fillNews, fillVideo, fillWeb } from './fill.ts';
import { fuse, type RankedList, type Sameness } from './fuse.ts';
import type { ImageSlice, NewsSlice, Sitelink, VideoSlice, WebSlice } from './results.ts';
import { sameImage } from './same-image.ts';

/** The slice of one engine, with its slot and label. */
export interface EngineSlice<Slice = WebSlice> {
  engine: string;
  label: string;
  /** How much the engine's list counts. Default: 1. */
  weight?: number;
  slice: Slice;
}

/** The language and the current time for formatting ages. */
export interface AgeFormat {
  lang: string;
  now: number;
}

/** A web result as the API returns it. Every field is always present, here and in the types below. */
export interface WebResult {
  title: string;
  url: string;
  description: string;
  display_url: string;
  favicon_url: string;
  age: string;
  source: string;
  source_label: string;
  sitelinks: Sitelink[];
}

/** An image result as the API returns it. */
export interface ImageResult {
  title: string;
  url: string;
  source: string;
  thumbnail: string;
}

/** A news result as the API returns it. */
export interface NewsResult {
  title: string;
  url: string;
  description: string;
  age: string;
  source: string;
  hostname: string;
  thumbnail: string;
}

/** A video result as the API returns it. */
export interface VideoResult {
  title: string;
  url: string;
  age: string;
  source: string;
  duration: string;
  hostname: string;
  thumbnail: string;
}

/** Merges the web results of several engines. */
export function mergeWeb(slices: readonly EngineSlice[], ageFormat: AgeFormat): WebResult[] {
  return fuse(listsOf(slices), samePage(fillWeb)).map(({ row, mentions }) => {
    const found = mentions.flatMap(({ list }) => slices[list] ?? []);
    return {
      title: row.title,
      url: row.url,
      description: row.description,
      display_url: row.displayUrl,
      favicon_url: row.faviconUrl || `https://${row.host}/favicon.ico`,
      age: ageOf(row, ageFormat),
      source: found.length === 1 ? (found[0]?.engine ?? '') : found.length === 2 ? 'both' : 'all',
      source_label: found.map(({ label }) => label).join(', '),
      sitelinks: row.sitelinks,
    };
  });
}

/** Merges image results; the same picture is one result. */
export function mergeImages(slices: readonly EngineSlice<ImageSlice>[]): ImageResult[] {
  return fuse(listsOf(slices), sameImage).map(({ row }) => ({
    title: row.title,
    url: row.url,
    source: row.host,
    thumbnail: row.thumbnail,
  }));
}

/** Merges the news results of several engines. */
export function mergeNews(slices: readonly EngineSlice<NewsSlice>[], ageFormat: AgeFormat): NewsResult[] {
  return fuse(listsOf(slices), samePage(fillNews)).map(({ row }) => ({
    title: row.title,
    url: row.url,
    description: row.description,
    age: ageOf(row, ageFormat),
    source: row.publisher || bareHost(row),
    hostname: row.hostname,
    thumbnail: row.thumbnail,
  }));
}

/** Merges the video results of several engines. */
export function mergeVideos(slices: readonly EngineSlice<VideoSlice>[], ageFormat: AgeFormat): VideoResult[] {
  return fuse(listsOf(slices), samePage(fillVideo)).map(({ row }) => ({
    title: row.title,
    url: row.url,
    age: ageOf(row, ageFormat),
    source: row.publisher || bareHost(row),
    duration: row.duration,
    hostname: row.hostname,
    thumbnail: row.thumbnail,
  }));
}

/** The first spelling correction that differs from the query. */
export function pickCorrection(slices: readonly EngineSlice[], q: string): string {
  const same = (text: string) => text.localeCompare(q, undefined, { sensitivity: 'accent' }) === 0;
  return slices.map(({ slice }) => slice.correction).find((text) => text !== '' && !same(text)) ?? '';
}

function listsOf<Row>(slices: readonly EngineSlice<{ results: Row[] }>[]): RankedList<Row>[] {
  return slices.map(({ slice, weight = 1 }) => ({ weight, rows: slice.results }));
}

function samePage<Row extends { key: string }>(fill: Sameness<Row>['fill']): Sameness<Row> {
  return { identity: ({ key }) => key, fill };
}

function ageOf({ date, ageText }: { date: string; ageText: string }, { lang, now }: AgeFormat): string {
  return date === '' ? ageText : relativeAge(date, lang, now);
}

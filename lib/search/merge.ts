import { relativeAge } from './age.ts';
import { bareHost } from './canonical-url.ts';
import { fuse } from './fuse.ts';
import type {
  ImageRow,
  ImageSlice,
  NewsRow,
  NewsSlice,
  Sitelink,
  VideoRow,
  VideoSlice,
  WebRow,
  WebSlice,
} from './results.ts';

/** The slice of one engine, with its slot and label. */
export interface EngineSlice<Slice = WebSlice> {
  engine: string;
  label: string;
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
  return fuse(rowsOf(slices), { keys: (row: WebRow) => [row.key], fill: fillWeb }).map(({ row, lists }) => {
    const found = lists.flatMap((list) => slices[list] ?? []);
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

/** Merges image results; images on the same page or with the same thumbnail are one result. */
export function mergeImages(slices: readonly EngineSlice<ImageSlice>[]): ImageResult[] {
  const keys = ({ key, thumbnailKey }: ImageRow) =>
    thumbnailKey === '' ? [`page ${key}`] : [`page ${key}`, `thumbnail ${thumbnailKey}`];
  return fuse(rowsOf(slices), { keys, fill: fillImage }).map(({ row }) => ({
    title: row.title,
    url: row.url,
    source: row.host,
    thumbnail: row.thumbnail,
  }));
}

/** Merges the news results of several engines. */
export function mergeNews(slices: readonly EngineSlice<NewsSlice>[], ageFormat: AgeFormat): NewsResult[] {
  const fill = (row: NewsRow, other: NewsRow) => ({
    ...fillReport(row, other),
    description: row.description || other.description,
  });
  return fuse(rowsOf(slices), { keys: (row: NewsRow) => [row.key], fill }).map(({ row }) => ({
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
  const fill = (row: VideoRow, other: VideoRow) => ({
    ...fillReport(row, other),
    duration: row.duration || other.duration,
  });
  return fuse(rowsOf(slices), { keys: (row: VideoRow) => [row.key], fill }).map(({ row }) => ({
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

function rowsOf<Row>(slices: readonly EngineSlice<{ results: Row[] }>[]): Row[][] {
  return slices.map(({ slice }) => slice.results);
}

function ageOf({ date, ageText }: { date: string; ageText: string }, { lang, now }: AgeFormat): string {
  return date === '' ? ageText : relativeAge(date, lang, now);
}

function fillWeb(row: WebRow, other: WebRow): WebRow {
  return {
    ...row,
    ...fillPage(row, other),
    ...fillAge(row, other),
    description: row.description || other.description,
    faviconUrl: row.faviconUrl || other.faviconUrl,
    sitelinks: row.sitelinks.length > 0 ? row.sitelinks : other.sitelinks,
  };
}

/** Keeps the image's own page and thumbnail; the address of another page would belong to another image. */
function fillImage(row: ImageRow, other: ImageRow): ImageRow {
  const page = row.key === other.key ? fillPage(row, other) : { title: row.title || other.title };
  return { ...row, ...page, thumbnail: row.thumbnail || other.thumbnail };
}

function fillReport<Row extends NewsRow | VideoRow>(row: Row, other: Row): Row {
  return {
    ...row,
    ...fillPage(row, other),
    ...fillAge(row, other),
    publisher: row.publisher || other.publisher,
    thumbnail: row.thumbnail || other.thumbnail,
  };
}

interface Page {
  url: string;
  title: string;
}

/** Keeps the address unless the other one has https and this one http. */
function fillPage(row: Page, other: Page): Page {
  return {
    url: row.url.startsWith('http:') && other.url.startsWith('https:') ? other.url : row.url,
    title: row.title || other.title,
  };
}

interface Aged {
  date: string;
  ageText: string;
}

/** Date and age text belong together: both come from the same engine. */
function fillAge(row: Aged, other: Aged): Aged {
  const { date, ageText } = row.date !== '' || row.ageText !== '' ? row : other;
  return { date, ageText };
}

import { z } from 'zod';
import { isoDate } from './age.ts';
import { bareHost, canonicalKey, displayUrl, parseHttpUrl } from './canonical-url.ts';
import { clockDuration } from './duration.ts';
import { cleanText } from './text.ts';

/**
 * One engine's results, cleaned and complete, as they lie in the cache. Adapters hand over what they found as raw as it
 * came; here it becomes rows. Ages are worked out when a row is shown.
 */

export const sitelinkSchema = z.object({ title: z.string(), url: z.string() });
export type Sitelink = z.infer<typeof sitelinkSchema>;

/** A web page. */
export const webRowSchema = z.object({
  /** Canonical key: equal for the same page from another engine. */
  key: z.string(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  displayUrl: z.string(),
  host: z.string(),
  /** The engine's own icon for it, or empty. */
  faviconUrl: z.string(),
  /** ISO 8601, or empty. */
  date: z.string(),
  /** The engine's own words for the age, where it gives no date. */
  ageText: z.string(),
  sitelinks: z.array(sitelinkSchema),
});
export type WebRow = z.infer<typeof webRowSchema>;

/** What one engine gives for one search: its part of the answer. */
export const webSliceSchema = z.object({
  results: z.array(webRowSchema),
  /** The spelling that the engine suggests or has applied; empty when none. */
  correction: z.string(),
});
export type WebSlice = z.infer<typeof webSliceSchema>;

/** An image on a page. */
export const imageRowSchema = z.object({
  key: z.string(),
  /** Of the page that it is on. */
  url: z.string(),
  title: z.string(),
  host: z.string(),
  thumbnail: z.string(),
  /** Equal for the same thumbnail from another engine; empty when there is none. */
  thumbnailKey: z.string(),
});
export type ImageRow = z.infer<typeof imageRowSchema>;

/** A news article. */
export const newsRowSchema = z.object({
  key: z.string(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  hostname: z.string(),
  /** Publisher, or empty. */
  publisher: z.string(),
  date: z.string(),
  ageText: z.string(),
  thumbnail: z.string(),
});
export type NewsRow = z.infer<typeof newsRowSchema>;

/** A video. */
export const videoRowSchema = z.object({
  key: z.string(),
  url: z.string(),
  title: z.string(),
  hostname: z.string(),
  /** Publisher or channel, or empty. */
  publisher: z.string(),
  /** `4:13`, or empty. */
  duration: z.string(),
  date: z.string(),
  ageText: z.string(),
  thumbnail: z.string(),
});
export type VideoRow = z.infer<typeof videoRowSchema>;

export const imageSliceSchema = z.object({ results: z.array(imageRowSchema) });
export const newsSliceSchema = z.object({ results: z.array(newsRowSchema) });
export const videoSliceSchema = z.object({ results: z.array(videoRowSchema) });
export type ImageSlice = z.infer<typeof imageSliceSchema>;
export type NewsSlice = z.infer<typeof newsSliceSchema>;
export type VideoSlice = z.infer<typeof videoSliceSchema>;

const TITLE_MAX_CHARS = 300;
const DESCRIPTION_MAX_CHARS = 1_500;
const AGE_MAX_CHARS = 60;
const MAX_SITELINKS = 10;
const PUBLISHER_MAX_CHARS = 100;
const MAX_ROWS = 100;

/** What an adapter found, as raw as it came; everything but the address may be missing or nonsense. */
export interface RawWebResult {
  url: unknown;
  title?: unknown;
  description?: unknown;
  favicon?: unknown;
  date?: unknown;
  ageText?: unknown;
  sitelinks?: readonly { title?: unknown; url?: unknown }[];
}

export interface RawImage {
  /** Of the page. */
  url: unknown;
  title?: unknown;
  /** Small, or else the image itself: whatever can be shown. */
  thumbnail?: unknown;
}

/** A news article or a video. */
export interface RawReport {
  url: unknown;
  title?: unknown;
  description?: unknown;
  publisher?: unknown;
  duration?: unknown;
  date?: unknown;
  ageText?: unknown;
  thumbnail?: unknown;
}

/** Cleans an engine's list. Rows without a usable address are dropped; every other field has its empty default. */
export const webRows = (raw: readonly RawWebResult[]): WebRow[] => rows(raw, webRow);
export const imageRows = (raw: readonly RawImage[]): ImageRow[] => rows(raw, imageRow);
export const newsRows = (raw: readonly RawReport[]): NewsRow[] => rows(raw, newsRow);
export const videoRows = (raw: readonly RawReport[]): VideoRow[] => rows(raw, videoRow);

export function correctionFrom(value: unknown): string {
  return cleanText(value, TITLE_MAX_CHARS);
}

function rows<Raw extends { url: unknown }, Row>(raw: readonly Raw[], clean: (raw: Raw, url: URL) => Row): Row[] {
  const list: Row[] = [];
  for (const item of raw) {
    const url = parseHttpUrl(item.url);
    if (url) list.push(clean(item, url));
    if (list.length === MAX_ROWS) break;
  }
  return list;
}

function webRow(raw: RawWebResult, url: URL): WebRow {
  return {
    key: canonicalKey(url),
    url: raw.url as string,
    title: cleanText(raw.title, TITLE_MAX_CHARS),
    description: cleanText(raw.description, DESCRIPTION_MAX_CHARS),
    displayUrl: displayUrl(url),
    host: url.host,
    faviconUrl: addressOf(raw.favicon),
    ...ageOf(raw),
    sitelinks: (raw.sitelinks ?? []).flatMap(sitelink).slice(0, MAX_SITELINKS),
  };
}

function imageRow(raw: RawImage, url: URL): ImageRow {
  const thumbnail = parseHttpUrl(raw.thumbnail);
  return {
    key: canonicalKey(url),
    url: raw.url as string,
    title: cleanText(raw.title, TITLE_MAX_CHARS),
    host: bareHost(url),
    thumbnail: thumbnail?.href ?? '',
    thumbnailKey: thumbnail ? canonicalKey(thumbnail) : '',
  };
}

function newsRow(raw: RawReport, url: URL): NewsRow {
  const { duration: _, ...report } = videoRow(raw, url);
  return { ...report, description: cleanText(raw.description, DESCRIPTION_MAX_CHARS) };
}

function videoRow(raw: RawReport, url: URL): VideoRow {
  return {
    key: canonicalKey(url),
    url: raw.url as string,
    title: cleanText(raw.title, TITLE_MAX_CHARS),
    hostname: url.hostname,
    publisher: cleanText(raw.publisher, PUBLISHER_MAX_CHARS),
    duration: clockDuration(raw.duration),
    ...ageOf(raw),
    thumbnail: addressOf(raw.thumbnail),
  };
}

function ageOf(raw: { date?: unknown; ageText?: unknown }): { date: string; ageText: string } {
  return { date: isoDate(raw.date), ageText: cleanText(raw.ageText, AGE_MAX_CHARS) };
}

function addressOf(value: unknown): string {
  return parseHttpUrl(value)?.href ?? '';
}

function sitelink(raw: { title?: unknown; url?: unknown }): Sitelink[] {
  const title = cleanText(raw.title, TITLE_MAX_CHARS);
  return title !== '' && parseHttpUrl(raw.url) ? [{ title, url: raw.url as string }] : [];
}

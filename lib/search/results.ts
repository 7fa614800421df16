import { z } from 'zod';
import { isoDate } from './age.ts';
import { canonicalKey, displayUrl, parseHttpUrl } from './canonical-url.ts';
import { cleanText } from './text.ts';

export const sitelinkSchema = z.object({ title: z.string(), url: z.string() });
export type Sitelink = z.infer<typeof sitelinkSchema>;

/** One engine's result, cleaned and complete, as it lies in the cache. Ages are worked out when it is shown. */
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

const TITLE_MAX_CHARS = 300;
const DESCRIPTION_MAX_CHARS = 1_500;
const AGE_MAX_CHARS = 60;
const MAX_SITELINKS = 10;
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

/** Cleans an engine's list. Rows without a usable address are dropped; every other field has its empty default. */
export function webRows(raw: readonly RawWebResult[]): WebRow[] {
  const rows: WebRow[] = [];
  for (const item of raw) {
    const row = webRow(item);
    if (row) rows.push(row);
    if (rows.length === MAX_ROWS) break;
  }
  return rows;
}

export function correctionFrom(value: unknown): string {
  return cleanText(value, TITLE_MAX_CHARS);
}

function webRow(raw: RawWebResult): WebRow | null {
  const url = parseHttpUrl(raw.url);
  if (!url) return null;
  return {
    key: canonicalKey(url),
    url: raw.url as string,
    title: cleanText(raw.title, TITLE_MAX_CHARS),
    description: cleanText(raw.description, DESCRIPTION_MAX_CHARS),
    displayUrl: displayUrl(url),
    host: url.host,
    faviconUrl: parseHttpUrl(raw.favicon)?.href ?? '',
    date: isoDate(raw.date),
    ageText: cleanText(raw.ageText, AGE_MAX_CHARS),
    sitelinks: (raw.sitelinks ?? []).flatMap(sitelink).slice(0, MAX_SITELINKS),
  };
}

function sitelink(raw: { title?: unknown; url?: unknown }): Sitelink[] {
  const title = cleanText(raw.title, TITLE_MAX_CHARS);
  return title !== '' && parseHttpUrl(raw.url) ? [{ title, url: raw.url as string }] : [];
}

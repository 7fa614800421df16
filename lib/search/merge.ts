import { relativeAge } from './age.ts';
import type { Sitelink, WebRow, WebSlice } from './results.ts';

/** Reciprocal rank fusion's usual constant: how fast a rank loses weight. */
const RANK_OFFSET = 60;

/** One engine's slice, with the slot it sits in. */
export interface EngineSlice {
  engine: string;
  label: string;
  slice: WebSlice;
}

/** A web result as the API returns it; every field is always there. */
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

interface Fused {
  row: WebRow;
  bestRank: number;
  bestSlot: number;
  ranks: number[];
  slots: number[];
}

/**
 * Fuses the engines' lists by reciprocal rank: a page scores 1/(60+rank) for each engine that found it. Title and text
 * are those of the engine that ranked it best; the others only fill what that one left empty.
 */
export function mergeWeb(slices: readonly EngineSlice[], options: { lang: string; now: number }): WebResult[] {
  const pages = new Map<string, Fused>();
  slices.forEach(({ slice }, slot) => {
    slice.results.forEach((row, index) => {
      fuse(pages, row, index + 1, slot);
    });
  });
  return [...pages.values()]
    .map((page) => ({ page, score: scoreOf(page.ranks) }))
    .sort((a, b) => b.score - a.score || a.page.bestRank - b.page.bestRank || a.page.bestSlot - b.page.bestSlot)
    .map(({ page }) => present(page, slices, options));
}

/** Added in the order of the ranks: the same ranks in other slots are the same score to the last bit. */
function scoreOf(ranks: readonly number[]): number {
  return [...ranks].sort((a, b) => a - b).reduce((sum, rank) => sum + 1 / (RANK_OFFSET + rank), 0);
}

function fuse(pages: Map<string, Fused>, row: WebRow, rank: number, slot: number): void {
  const page = pages.get(row.key);
  if (!page) {
    pages.set(row.key, { row, bestRank: rank, bestSlot: slot, ranks: [rank], slots: [slot] });
    return;
  }
  // An engine that lists a page twice votes once, with its better rank, which came first.
  if (page.slots.includes(slot)) return;
  const better = rank < page.bestRank;
  page.row = better ? filled(row, page.row) : filled(page.row, row);
  if (better) {
    page.bestRank = rank;
    page.bestSlot = slot;
  }
  page.ranks.push(rank);
  page.slots.push(slot);
}

/** The preferred row, with its gaps filled from the other; its address stays an engine's own, https before http. */
function filled(row: WebRow, other: WebRow): WebRow {
  const hasAge = row.date !== '' || row.ageText !== '';
  return {
    ...row,
    url: row.url.startsWith('http:') && other.url.startsWith('https:') ? other.url : row.url,
    title: row.title || other.title,
    description: row.description || other.description,
    faviconUrl: row.faviconUrl || other.faviconUrl,
    date: hasAge ? row.date : other.date,
    ageText: hasAge ? row.ageText : other.ageText,
    sitelinks: row.sitelinks.length > 0 ? row.sitelinks : other.sitelinks,
  };
}

function present(page: Fused, slices: readonly EngineSlice[], { lang, now }: { lang: string; now: number }): WebResult {
  const { row } = page;
  const found = page.slots.sort((a, b) => a - b).flatMap((slot) => slices[slot] ?? []);
  return {
    title: row.title,
    url: row.url,
    description: row.description,
    display_url: row.displayUrl,
    favicon_url: row.faviconUrl || `https://${row.host}/favicon.ico`,
    age: row.date === '' ? row.ageText : relativeAge(row.date, lang, now),
    source: found.length === 1 ? (found[0]?.engine ?? '') : found.length === 2 ? 'both' : 'all',
    source_label: found.map(({ label }) => label).join(', '),
    sitelinks: row.sitelinks,
  };
}

/** The first spelling that an engine suggests, when it is not just the query again. */
export function pickCorrection(slices: readonly EngineSlice[], q: string): string {
  const same = (text: string) => text.localeCompare(q, undefined, { sensitivity: 'accent' }) === 0;
  return slices.map(({ slice }) => slice.correction).find((text) => text !== '' && !same(text)) ?? '';
}

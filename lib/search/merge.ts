import { relativeAge } from './age.ts';
import { bareHost } from './canonical-url.ts';
import { fillNews, fillVideo, fillWeb } from './fill.ts';
import type { Fused, Sameness } from './fuse.ts';
import { fuseSlots, type SlotList } from './fuse-slots.ts';
import type { ImageResult, NewsResult, ScoreDetail, VideoResult, WebResult } from './merged-results.ts';
import { mirrorsIn } from './mirrors.ts';
import type { Keep } from './narrow.ts';
import type { ImageSlice, NewsSlice, VideoSlice, WebSlice } from './results.ts';
import { sameImage } from './same-image.ts';
import { withoutTracking } from './tracking.ts';

/** The slice of one engine, with its slot and label. */
export interface EngineSlice<Slice = WebSlice> {
  engine: string;
  label: string;
  /** How much the engine's list counts. Default: 1. */
  weight?: number;
  /** The index behind the engine, if it is another's. */
  index?: string | undefined;
  slice: Slice;
}

/** How results are merged and shown. */
export interface MergeOptions {
  /** Language of ages. */
  lang: string;
  /** The current time, for ages. */
  now: number;
  /** The query, whose words a good description contains. */
  q?: string;
  /** Whether addresses lose their tracking parameters. */
  stripTracking?: boolean;
  /** Whether results have the fields of `detail=full`. */
  detail?: boolean;
  /** Which results stay; all if it is absent. */
  keep?: Keep | undefined;
  /** The names of the results of earlier pages, which are left out. Those of this page are added. */
  listed?: Set<string>;
  /** The newest first instead of the best; results without a date are last. */
  sort?: 'date' | undefined;
}

/** Merges the web results of several engines. */
export function mergeWeb(slices: readonly EngineSlice[], options: MergeOptions): WebResult[] {
  const shown = addressIn(options);
  return merged(slices, samePage(slices, fillWeb(options.q), options), options).map((fused) => {
    const { row, mentions } = fused;
    const found = mentions.flatMap(({ list }) => slices[list] ?? []);
    const slots = [...new Set(found.map(({ engine }) => engine))];
    return {
      title: row.title,
      url: shown(row.url),
      description: row.description,
      display_url: row.displayUrl,
      favicon_url: row.faviconUrl || `https://${row.host}/favicon.ico`,
      age: ageOf(row, options),
      source: slots.length === 1 ? (slots[0] ?? '') : slots.length === 2 ? 'both' : 'all',
      source_label: found.map(({ label }) => label).join(', '),
      sitelinks: row.sitelinks.map(({ title, url }) => ({ title, url: shown(url) })),
      ...(options.detail && { ...scoreDetail(fused, slices), published: row.date }),
    };
  });
}

/** Merges image results; the same picture is one result. */
export function mergeImages(
  slices: readonly EngineSlice<ImageSlice>[],
  options: Pick<MergeOptions, 'stripTracking' | 'detail' | 'keep' | 'listed'> = {},
): ImageResult[] {
  const shown = addressIn(options);
  return merged(slices, sameImage, options).map((fused) => {
    const { title, url, host, thumbnail, imageUrl, width, height, license } = fused.row;
    return {
      title,
      url: shown(url),
      source: host,
      thumbnail,
      ...(options.detail && { ...scoreDetail(fused, slices), image_url: imageUrl, width, height, license }),
    };
  });
}

/** Merges the news results of several engines. */
export function mergeNews(slices: readonly EngineSlice<NewsSlice>[], options: MergeOptions): NewsResult[] {
  const shown = addressIn(options);
  return merged(slices, samePage(slices, fillNews(options.q), options), options).map((fused) => {
    const { row } = fused;
    return {
      title: row.title,
      url: shown(row.url),
      description: row.description,
      age: ageOf(row, options),
      source: row.publisher || bareHost(row),
      hostname: row.hostname,
      thumbnail: row.thumbnail,
      ...(options.detail && { ...scoreDetail(fused, slices), published: row.date }),
    };
  });
}

/** Merges the video results of several engines. */
export function mergeVideos(slices: readonly EngineSlice<VideoSlice>[], options: MergeOptions): VideoResult[] {
  const shown = addressIn(options);
  return merged(slices, samePage(slices, fillVideo, options), options).map((fused) => {
    const { row } = fused;
    return {
      title: row.title,
      url: shown(row.url),
      age: ageOf(row, options),
      source: row.publisher || bareHost(row),
      duration: row.duration,
      hostname: row.hostname,
      thumbnail: row.thumbnail,
      ...(options.detail && { ...scoreDetail(fused, slices), published: row.date }),
    };
  });
}

/** The first spelling correction that differs from the query. */
export function pickCorrection(slices: readonly EngineSlice[], q: string): string {
  const same = (text: string) => text.localeCompare(q, undefined, { sensitivity: 'accent' }) === 0;
  return slices.map(({ slice }) => slice.correction).find((text) => text !== '' && !same(text)) ?? '';
}

/** `names` are those of a result on later pages; its keys or its identity if absent. */
interface PageSameness<Row> extends Sameness<Row> {
  names?(row: Row): readonly string[];
}

/** The merged list, narrowed and sorted as asked. */
function merged<Row extends { url: string; date?: string; index?: string | undefined }>(
  slices: readonly EngineSlice<{ results: Row[] }>[],
  sameness: PageSameness<Row>,
  { keep, listed, sort }: Pick<MergeOptions, 'keep' | 'listed' | 'sort'>,
): Fused<Row>[] {
  const all = fuseSlots(listsOf(slices), sameness);
  const within = keep ? all.filter(({ row, mentions }) => keep(row, mentions)) : all;
  const kept = listed ? unlisted(within, sameness, listed) : within;
  // Dates are in one form, so that texts compare like times.
  return sort ? kept.sort(({ row: one }, { row: other }) => compare(other.date ?? '', one.date ?? '')) : kept;
}

/** The results whose names are not among those listed, which then include theirs. */
function unlisted<Row>(
  all: Fused<Row>[],
  { identity, keys, names = keys }: PageSameness<Row>,
  listed: Set<string>,
): Fused<Row>[] {
  const namesOf = (row: Row) => names?.(row) ?? [identity(row)];
  const fresh = all.filter(({ row }) => !namesOf(row).some((name) => listed.has(name)));
  for (const { row } of fresh) for (const name of namesOf(row)) listed.add(name);
  return fresh;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function listsOf<Row extends { index?: string | undefined }>(
  slices: readonly EngineSlice<{ results: Row[] }>[],
): SlotList<Row>[] {
  return slices.map(({ engine, slice: { results: rows }, weight = 1, index }) => ({
    slot: engine,
    weight,
    index,
    rows,
    indexAt: (rank) => rows[rank - 1]?.index,
  }));
}

/** Pages with the same key, and copies of one page; not those copies where only some hosts are asked for. */
function samePage<Row extends { key: string; title: string; description?: string }>(
  slices: readonly EngineSlice<{ results: Row[] }>[],
  fill: Sameness<Row>['fill'],
  { keep }: Pick<MergeOptions, 'keep'>,
): PageSameness<Row> {
  const mirrors = keep ? new Map<string, string[]>() : mirrorsIn(slices.flatMap(({ slice }) => slice.results));
  return {
    identity: ({ key }) => mirrors.get(key)?.[0] ?? key,
    names: ({ key }) => mirrors.get(key) ?? [key],
    fill,
  };
}

function addressIn({ stripTracking = false }: { stripTracking?: boolean }): (url: string) => string {
  return stripTracking ? withoutTracking : (url) => url;
}

function ageOf({ date, ageText }: { date: string; ageText: string }, { lang, now }: MergeOptions): string {
  return date === '' ? ageText : relativeAge(date, lang, now);
}

function scoreDetail({ score, mentions }: Fused<unknown>, slices: readonly EngineSlice<unknown>[]): ScoreDetail {
  const engines = mentions.flatMap(({ list, rank, share }) =>
    [slices[list] ?? []].flat().map(({ engine, label }) => ({ engine, label, rank, share: rounded(share) })),
  );
  return { engines, score: rounded(score) };
}

/** Six digits tell any two scores apart and hide the noise of floating point. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}

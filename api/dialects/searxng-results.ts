import type { z } from 'zod';
import type { Infobox } from '../../lib/cards/cards.ts';
import { failureOf } from '../../lib/outcome.ts';
import type { FoundBy, NewsResult, VideoResult, WebResult } from '../../lib/search/merged-results.ts';
import { outcomeWord } from '../ask/outcomes.ts';
import type { imageResultSchema } from '../endpoints/images.ts';
import type { EngineOutcome } from '../search/engines.ts';
import { type CategoryName, engineName } from './searxng-params.ts';
import { playerUrl } from './video-player.ts';

/** Results in the shape of SearXNG. Clients read most fields without a check, so that all of them are always there. */

/** The fields that differ between categories. */
interface OwnFields {
  content: string;
  template: 'default.html' | 'images.html' | 'videos.html';
  thumbnail: string | null;
  img_src: string | null;
  [field: string]: unknown;
}

/** A result of any category. */
export interface SearxngResult extends OwnFields {
  url: string;
  title: string;
  engine: string;
  engines: string[];
  positions: number[];
  category: CategoryName;
  score: number;
  parsed_url: string[];
  publishedDate: string | null;
  pubdate: string;
}

/** What the results of all tabs have, with `detail=full`. */
export interface AnyRow {
  url: string;
  title: string;
  engines?: FoundBy[] | undefined;
  score?: number | undefined;
  published?: string | undefined;
}

/** Presents one result. */
export function resultIn(category: CategoryName, row: AnyRow, own: OwnFields): SearxngResult {
  const { url, title, engines = [], score = 0, published = '' } = row;
  const { protocol, host, pathname, search, hash } = new URL(url);
  const [best] = [...engines].sort((a, b) => a.rank - b.rank);
  return {
    url,
    title,
    engine: best ? engineName(best) : '',
    engines: engines.map(engineName),
    positions: engines.map(({ rank }) => rank),
    category,
    score,
    parsed_url: [protocol.slice(0, -1), host, pathname, '', search.slice(1), hash.slice(1)],
    publishedDate: published || null,
    pubdate: published,
    ...own,
  };
}

/** The fields of a web result. */
export function generalFields({ description }: Pick<WebResult, 'description'>): OwnFields {
  return { content: description, template: 'default.html', thumbnail: null, img_src: null };
}

/** The fields of an image. Null if its address is unknown, because clients fail on an image without one. */
export function imageFields({
  thumbnail,
  image_url = '',
  source,
  width,
  height,
}: z.infer<typeof imageResultSchema>): OwnFields | null {
  const picture = image_url || thumbnail;
  if (picture === '') return null;
  return {
    content: '',
    template: 'images.html',
    thumbnail: thumbnail || null,
    img_src: picture,
    thumbnail_src: thumbnail || picture,
    source,
    resolution: width && height ? `${width}x${height}` : '',
  };
}

/** The fields of a news article. */
export function newsFields({
  description,
  thumbnail,
  source,
}: Pick<NewsResult, 'description' | 'thumbnail' | 'source'>): OwnFields {
  return { content: description, template: 'default.html', thumbnail: thumbnail || null, img_src: null, source };
}

/** The fields of a video. */
export function videoFields({
  url,
  thumbnail,
  duration,
  source,
}: Omit<VideoResult, 'engines' | 'score' | 'published'>): OwnFields {
  const player = playerUrl(new URL(url));
  return {
    content: '',
    template: 'videos.html',
    thumbnail: thumbnail || null,
    img_src: null,
    length: duration,
    author: source,
    ...(player && { iframe_src: player }),
  };
}

/** The infoboxes that came with web results. */
export function infoboxesIn(outcomes: readonly EngineOutcome<unknown>[]): Record<string, unknown>[] {
  return outcomes.flatMap(({ outcome }) => {
    const infobox = outcome.ok ? (outcome.value as { infobox?: Infobox | null }).infobox : null;
    return infobox ? [searxngInfobox(infobox)] : [];
  });
}

function searxngInfobox({ title, description, image, url, website, links: others, attribution }: Infobox) {
  const source = { title: attribution || title, url };
  const links = [source, { title: 'Official website', url: website }, ...others].filter((link) => link.url !== '');
  const urls = links.filter(({ url }, index) => index === links.findIndex((link) => link.url === url));
  return { infobox: title, content: description, urls, img_src: image || null };
}

/** Each engine that failed, with its outcome, once. */
export function unresponsiveIn(outcomes: readonly EngineOutcome<unknown>[]): [name: string, outcome: string][] {
  const failed = outcomes.filter(({ outcome }) => failureOf(outcome));
  const words = failed.map(({ engine, outcome }) => [engineName(engine), outcomeWord(outcome)] as [string, string]);
  return words.filter((one, index) => index === words.findIndex((other) => other.join() === one.join()));
}

import { clock, inMediumWords, isoWithoutZone, relativeAge } from '../../lib/providers/wire-wording.ts';
import type { Image, NewsArticle, Page, Video } from '../corpus.ts';
import { ageInDays, changedAt, hash, type Searchable } from '../corpus-index.ts';
import type { Card } from '../infobox-finder.ts';

/**
 * SearXNG's result rows. Engines with typed results send every field, empty ones as empty strings. Older engines send
 * only the fields that they have. One reply mixes both.
 */
export type Row = Record<string, unknown>;

export function generalRow(document: Page): Row {
  const engines = GENERAL_ENGINES.filter((engine) => hash(`${engine} ${document.url}`) % 100 < 60);
  const found = engines.length > 0 ? engines : ['brave'];
  return {
    ...typed(document, found, 'general', 'default.html'),
    content: document.text,
    ...dates(document),
  };
}

export function imageRow(document: Image): Row {
  const { hostname } = new URL(document.url);
  const onCommons = hostname === 'commons.wikimedia.org';
  return {
    ...legacy(document, onCommons ? 'wikicommons.images' : 'brave.images', 'images', 'images.html'),
    content: onCommons ? document.title : '',
    img_src: document.image,
    thumbnail_src: document.thumbnail,
    ...(onCommons
      ? {
          resolution: `${document.width} x ${document.height}`,
          img_format: mimeOf(document.image),
          filesize: `${(0.4 + (hash(document.image) % 80) / 10).toFixed(1)} MB`,
        }
      : { source: hostname.replace(/^www\./, '') }),
    thumbnail: '',
    publishedDate: null,
  };
}

export function newsRow(document: NewsArticle): Row {
  if (hash(document.url) % 2 === 0) {
    return {
      ...legacy(document, 'duckduckgo news', 'news', 'default.html'),
      content: document.text,
      source: document.publisher,
      ...dates(document),
      img_src: '',
      thumbnail: document.thumbnail ?? '',
    };
  }
  // This engine gives its publisher and its date only as text.
  const age = relativeAge(ageInDays(document) ?? 0) ?? inMediumWords(changedAt(document) ?? new Date());
  return {
    ...typed(document, ['bing news'], 'news', 'default.html'),
    content: document.text,
    thumbnail: document.thumbnail ?? '',
    metadata: `${age} | ${document.publisher}`,
  };
}

export function videoRow(document: Video): Row {
  if (hash(document.url) % 2 === 0) {
    const id = new URL(document.url).searchParams.get('v');
    return {
      ...legacy(document, 'brave.videos', 'videos', 'videos.html'),
      content: document.text,
      length: clock(document.seconds),
      duration: clock(document.seconds),
      ...dates(document),
      thumbnail: document.thumbnail,
      iframe_src: id ? `https://www.youtube-nocookie.com/embed/${id}` : '',
      img_src: '',
    };
  }
  return {
    ...typed(document, ['google videos'], 'videos', 'videos.html'),
    content: document.text,
    thumbnail: document.thumbnail,
    ...dates(document),
    length: document.seconds,
    author: document.channel,
    metadata: document.publisher,
  };
}

export function infoboxRow({ entry, infobox, page, image }: Card): Row {
  return {
    infobox: entry.title,
    id: page,
    content: entry.extract,
    img_src: image ?? '',
    urls: [
      { title: 'Wikipedia', url: page },
      ...(infobox.website ? [{ title: 'Official website', url: infobox.website, official: true }] : []),
      { title: 'Wikidata', url: `http://www.wikidata.org/entity/${entry.wikidata}` },
      ...infobox.profiles.map(({ name, url }) => ({ title: name, url })),
    ],
    attributes: infobox.attributes.map(([label, value]) => ({ label, value, entity: `P${hash(label) % 2_000}` })),
    engine: 'wikipedia',
    url: null,
    template: 'default.html',
    parsed_url: null,
    title: '',
    thumbnail: '',
    priority: '',
    engines: ['wikipedia', 'wikidata'],
    positions: '',
    score: 0,
    category: '',
    publishedDate: null,
  };
}

/** The engines that an instance queries for each category, and those that are currently failing. */
const GENERAL_ENGINES = ['duckduckgo', 'brave', 'startpage'];
export const UNRESPONSIVE: Readonly<Record<string, readonly (readonly [engine: string, message: string])[]>> = {
  general: [['google cse', 'Suspended: CAPTCHA']],
  videos: [['dailymotion', 'HTTP error']],
};

function typed(document: Searchable, engines: string[], category: string, template: string): Row {
  return {
    url: document.url,
    engine: engines[0],
    parsed_url: parsed(document.url),
    template,
    title: document.title,
    content: '',
    img_src: '',
    iframe_src: '',
    audio_src: '',
    thumbnail: '',
    publishedDate: null,
    pubdate: '',
    length: null,
    views: '',
    author: '',
    metadata: '',
    priority: '',
    engines,
    open_group: false,
    close_group: false,
    positions: [1],
    score: 1,
    category,
  };
}

function legacy(document: Searchable, engine: string, category: string, template: string): Row {
  return {
    template,
    url: document.url,
    title: document.title,
    engine,
    parsed_url: parsed(document.url),
    priority: '',
    engines: [engine],
    positions: [1],
    score: 1,
    category,
  };
}

function dates(document: Searchable): Row {
  const changed = changedAt(document);
  if (!changed) return { publishedDate: null, pubdate: '' };
  const iso = isoWithoutZone(changed);
  return { publishedDate: iso, pubdate: iso.replace('T', ' ') };
}

function parsed(address: string): string[] {
  const url = new URL(address);
  return [url.protocol.slice(0, -1), url.host, url.pathname, '', url.search.slice(1), url.hash.slice(1)];
}

function mimeOf(address: string): string {
  const ending = address.split('.').pop()?.toLowerCase() ?? '';
  return { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' }[ending] ?? 'image/jpeg';
}

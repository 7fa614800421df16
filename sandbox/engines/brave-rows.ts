import {
  inLongWords,
  isoToTheSecond,
  isoWithoutZone,
  paddedClock,
  relativeAge,
  withEntities,
} from '../../lib/providers/wire-wording.ts';
import type { Image, NewsArticle, Page, Video } from '../corpus.ts';
import { ageInDays, changedAt, hash, type Searchable } from '../corpus-index.ts';
import type { Card } from '../infobox-finder.ts';

/** Brave's result rows, one function for each kind. */
type Row = Record<string, unknown>;

export function webRow(document: Page): Row {
  const { netloc: host, favicon, ...address } = metaUrl(document.url);
  return {
    title: withEntities(document.title),
    url: document.url,
    is_source_local: false,
    is_source_both: false,
    description: withEntities(document.text),
    ...ages(document),
    profile: { name: host, url: document.url, long_name: host, img: favicon },
    language: document.lang ?? 'en',
    family_friendly: !document.adult,
    type: 'search_result',
    subtype: 'generic',
    is_live: false,
    ...(document.sitelinks
      ? {
          deep_results: {
            buttons: document.sitelinks.map((link) => ({ type: 'button_result', title: link.title, url: link.url })),
          },
        }
      : {}),
    meta_url: { ...address, netloc: host, favicon },
  };
}

export function imageRow(document: Image): Row {
  const meta = metaUrl(document.url);
  // The crawler does not always record the size.
  const sizes = hash(document.image) % 10 > 0;
  return {
    type: 'image_result',
    title: withEntities(document.title),
    url: document.url,
    source: meta.netloc,
    page_fetched: isoToTheSecond(new Date(Date.now() - (hash(document.url) % 90) * 86_400_000)),
    thumbnail: {
      src: proxied(document.thumbnail, 'rs:fit:500:0:0:0'),
      ...(sizes ? { width: 500, height: Math.round((500 * document.height) / document.width) } : {}),
    },
    properties: {
      url: document.image,
      placeholder: `${proxied(document.thumbnail, 'rs:fit:76:0:0:0')}?q=10`,
      ...(sizes ? { width: document.width, height: document.height } : {}),
    },
    meta_url: meta,
    ...(sizes ? { confidence: 'high' } : {}),
  };
}

export function newsRow(document: NewsArticle): Row {
  return {
    type: 'news_result',
    title: withEntities(document.title),
    url: document.url,
    description: withEntities(document.text),
    ...ages(document),
    page_fetched: isoToTheSecond(new Date()),
    meta_url: metaUrl(document.url),
    ...(document.thumbnail ? { thumbnail: thumbnail(document.thumbnail) } : {}),
  };
}

export function videoRow(document: Video): Row {
  // For some videos the real service returns nothing but the URL.
  const bare = hash(document.url) % 17 === 0;
  const author = { name: document.channel, url: `${new URL(document.url).origin}/` };
  return {
    type: 'video_result',
    url: document.url,
    title: withEntities(document.title),
    description: withEntities(document.text),
    ...ages(document),
    video: bare
      ? {}
      : {
          duration: paddedClock(document.seconds),
          views: 500 + (hash(document.title) % 2_000_000),
          creator: document.channel,
          publisher: document.publisher,
          requires_subscription: false,
          tags: [],
          author,
        },
    meta_url: metaUrl(document.url),
    thumbnail: thumbnail(document.thumbnail),
  };
}

export function infoboxRow({ entry, infobox, page, image }: Card): Row {
  const { favicon } = metaUrl(page);
  return {
    type: 'infobox',
    subtype: 'entity',
    position: 0,
    title: entry.title,
    label: entry.title,
    category: infobox.category,
    url: page,
    is_source_local: false,
    is_source_both: false,
    description: withEntities(entry.description),
    long_desc: withEntities(entry.extract),
    ...(image ? { thumbnail: { ...thumbnail(image), logo: false } } : {}),
    attributes: infobox.attributes.map(([label, value]) => [label, withEntities(value)]),
    profiles: [{ name: 'Wikipedia', url: page }, ...infobox.profiles].map(({ name, url }) => ({
      type: 'external',
      name,
      url,
      long_name: name,
      img: metaUrl(url).favicon,
    })),
    ...(infobox.website ? { website_url: infobox.website } : {}),
    providers: [{ type: 'external', name: 'wikipedia', url: page, img: favicon }],
    ratings: [],
    images: [],
    family_friendly: true,
  };
}

/** A relative age for recent pages, a date for older ones. */
function ages(document: Searchable): Row {
  const changed = changedAt(document);
  if (!changed) return {};
  return {
    page_age: isoWithoutZone(changed),
    age: relativeAge(ageInDays(document) ?? 0) ?? inLongWords(changed),
  };
}

function thumbnail(address: string) {
  return { src: proxied(address, 'rs:fit:200:200:1:0'), original: address };
}

function metaUrl(address: string) {
  const url = new URL(address);
  const host = url.hostname.replace(/^www\./, '');
  return {
    scheme: url.protocol.slice(0, -1),
    netloc: host,
    hostname: url.hostname,
    favicon: proxied(host, 'rs:fit:32:32:1:0'),
    path: url.pathname
      .split('/')
      .filter(Boolean)
      .map((crumb) => `› ${crumb}`)
      .join('  '),
  };
}

/** Images are served through the service's proxy; the same image always has the same proxy URL. */
function proxied(address: string, size: string): string {
  return `https://imgs.search.brave.com/sandbox/${size}/g:ce/${Buffer.from(address).toString('base64url')}`;
}

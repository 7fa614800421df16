import { commonsFile } from '../corpus/commons-files.ts';
import { images } from '../corpus/images.ts';
import { videos } from '../corpus/videos.ts';
import { CorpusIndex, changedAt, hash } from '../corpus-index.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';
import { isoToTheSecond } from '../wording.ts';
import { marked, missingParameter, refuseAnonymous, requireJson, unknownValue, wholeNumber, yes } from './mediawiki.ts';

/** A file with what its description page says. */
interface MediaFile {
  title: string;
  text: string;
  url: string;
  kind: 'bitmap' | 'drawing' | 'video';
  /** Without the namespace, spaces for underscores. */
  name: string;
  width: number;
  height: number;
  seconds?: number;
  lang?: string;
  daysAgo: number;
}

const HOME = 'https://commons.wikimedia.org/wiki/File:';
const nameOf = (url: string) => decodeURIComponent(url.slice(HOME.length)).replaceAll('_', ' ');

const files: readonly MediaFile[] = [
  ...images
    .filter(({ url }) => url.startsWith(HOME))
    .map(({ url, title, width, height, lang }) => {
      const name = nameOf(url);
      const kind = name.endsWith('.svg') ? ('drawing' as const) : ('bitmap' as const);
      return {
        title,
        text: name,
        url,
        kind,
        name,
        width,
        height,
        daysAgo: 100 + (hash(name) % 4_000),
        ...(lang ? { lang } : {}),
      };
    }),
  ...videos
    .filter(({ url }) => url.startsWith(HOME))
    .map(({ url, title, text, seconds, daysAgo }) => {
      return {
        title,
        text,
        url,
        kind: 'video' as const,
        name: nameOf(url),
        width: 1_920,
        height: 1_080,
        seconds,
        daysAgo,
      };
    }),
];
const index = new CorpusIndex(files, { engine: 'commons', percent: () => 100, titleWeight: 3, everyWord: true });

/** Stand-in for Wikimedia Commons: search for files of a type with what is known of each. */
export const commons: Upstream = {
  slug: 'commons',
  handle(request) {
    const refusal = refuseAnonymous(request);
    if (refusal) return refusal;
    const { path, query } = request;
    if (path !== '/w/api.php') return { status: 404, headers: { 'content-type': 'text/html' }, body: 'Not Found' };
    const notJson = requireJson(query);
    if (notJson) return notJson;
    const action = query.get('action') ?? 'help';
    if (action !== 'query') return unknownValue('action', action);
    const generator = query.get('generator');
    if (generator === null) return { status: 200, body: { batchcomplete: yes(query) } };
    return generator === 'search' ? search(query) : unknownValue('generator', generator);
  },
};

function search(query: URLSearchParams): SandboxResponse {
  const asked = query.get('gsrsearch') ?? '';
  if (asked.trim() === '') return missingParameter('gsrsearch');
  const limit = wholeNumber(query, 'gsrlimit', 10, [1, 500]);
  const offset = wholeNumber(query, 'gsroffset', 0, [0, 9_999]);
  if (typeof limit !== 'number') return limit;
  if (typeof offset !== 'number') return offset;
  const types = /filetype:([a-z|]+)/.exec(asked)?.[1]?.split('|');
  const text = asked.replace(/filetype:[a-z|]+/g, '').trim();
  // Namespace 6 holds the files; there is nothing else here.
  const inFiles = (query.get('gsrnamespace') ?? '0').split('|').includes('6');
  const found = inFiles
    ? index.search({ text, lang: '', safe: false }).filter(({ kind }) => !types || types.includes(kind))
    : [];
  const pages = found.slice(offset, offset + limit).map((file, rank) => page(file, offset + rank + 1, text, query));
  const more = found.length > offset + limit;
  return {
    status: 200,
    body: {
      batchcomplete: yes(query),
      ...(more ? { continue: { gsroffset: offset + limit, continue: 'gsroffset||' } } : {}),
      // Where nothing is found there is no `query` at all.
      ...(pages.length > 0 ? { query: { pages: inFormat(pages, query) } } : {}),
    },
  };
}

/** A list in the second format version, an object by page id in the first. */
function inFormat(pages: { pageid: number }[], query: URLSearchParams) {
  if (query.get('formatversion') === '2') return pages;
  return Object.fromEntries(pages.map((entry) => [String(entry.pageid), entry]));
}

function page(file: MediaFile, position: number, text: string, query: URLSearchParams) {
  const properties = query.get('prop')?.split('|') ?? [];
  const snippet = query.get('gsrprop')?.split('|').includes('snippet');
  return {
    pageid: 1_000 + (hash(file.name) % 150_000_000),
    ns: 6,
    title: `File:${file.name}`,
    index: position,
    ...(snippet ? { snippet: marked(file.text === file.name ? file.title : file.text, text) } : {}),
    ...(properties.includes('imageinfo') ? { imagerepository: 'local', imageinfo: [imageInfo(file, query)] } : {}),
  };
}

function imageInfo(file: MediaFile, query: URLSearchParams): Record<string, unknown> {
  const asked = query.get('iiprop')?.split('|') ?? ['timestamp', 'user'];
  const info: Record<string, unknown> = {};
  if (asked.includes('timestamp')) info.timestamp = isoToTheSecond(changedAt(file) ?? new Date());
  if (asked.includes('user')) info.user = 'Sandbox';
  if (asked.includes('size') || asked.includes('dimensions')) {
    Object.assign(info, { size: 200_000 + (hash(file.name) % 8_000_000), width: file.width, height: file.height });
    if (file.seconds !== undefined) info.duration = file.seconds;
  }
  if (asked.includes('canonicaltitle')) info.canonicaltitle = `File:${file.name}`;
  if (asked.includes('url')) Object.assign(info, addresses(file, query));
  if (asked.includes('mime')) info.mime = mimeOf(file.name);
  if (asked.includes('mediatype')) info.mediatype = file.kind.toUpperCase();
  return info;
}

function addresses({ name, url, width, height }: MediaFile, query: URLSearchParams): Record<string, unknown> {
  const [wide, high] = [Number(query.get('iiurlwidth') ?? 0), Number(query.get('iiurlheight') ?? 0)];
  const scale = Math.min(1, ...[wide / width, high / height].filter((share) => share > 0));
  const thumbwidth = Math.round(width * scale);
  const { original, thumbnail } = commonsFile(name, thumbwidth);
  return {
    ...(wide > 0 || high > 0 ? { thumburl: thumbnail, thumbwidth, thumbheight: Math.round(height * scale) } : {}),
    url: original,
    descriptionurl: url,
    descriptionshorturl: `https://commons.wikimedia.org/w/index.php?curid=${1_000 + (hash(name) % 150_000_000)}`,
  };
}

function mimeOf(name: string): string {
  const ending = name.split('.').pop()?.toLowerCase() ?? '';
  return { svg: 'image/svg+xml', png: 'image/png', webm: 'video/webm', ogv: 'video/ogg' }[ending] ?? 'image/jpeg';
}

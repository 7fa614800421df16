import { isoToTheSecond } from '../../lib/providers/wire-wording.ts';
import { commonsFile } from '../commons-files.ts';
import { images, videos } from '../corpus.ts';
import { CorpusIndex, changedAt, hash } from '../corpus-index.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';
import { missingParameter, refuseAnonymous, requireJson, unknownValue, wholeNumber, yes } from './mediawiki.ts';

/** A file with the metadata of its description page. */
interface MediaFile {
  title: string;
  text: string;
  url: string;
  kind: 'bitmap' | 'drawing' | 'video';
  /** Without the namespace, with spaces instead of underscores. */
  name: string;
  width: number;
  height: number;
  seconds?: number;
  lang?: string;
  daysAgo: number;
}

const HOME = 'https://commons.wikimedia.org/wiki/File:';
const nameOf = (url: string) => decodeURIComponent(url.slice(HOME.length)).replaceAll('_', ' ');
const isHere = ({ url }: { url: string }) => url.startsWith(HOME);

function files(): MediaFile[] {
  const pictures = images()
    .filter(isHere)
    .map((image): MediaFile => {
      const name = nameOf(image.url);
      const kind = name.endsWith('.svg') ? 'drawing' : 'bitmap';
      return { ...image, text: name, kind, name, daysAgo: 100 + (hash(name) % 4_000) };
    });
  const films = videos()
    .filter(isHere)
    .map((video): MediaFile => ({ ...video, kind: 'video', name: nameOf(video.url), width: 1_920, height: 1_080 }));
  return [...pictures, ...films];
}
const index = new CorpusIndex(files, { engine: 'commons', percent: () => 100, titleWeight: 3, everyWord: true });

/** Stand-in for Wikimedia Commons: searches files by type and returns their metadata. */
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
    const generator = query.get('generator') ?? '';
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
  // Namespace 6 contains the files; the stand-in has no other namespace.
  const inFiles = query.get('gsrnamespace') === '6';
  const all = inFiles ? index.search({ text, lang: '', safe: false }) : [];
  const found = all.filter(({ kind }) => !types || types.includes(kind));
  const shown = found.slice(offset, offset + limit).map((file, rank) => page(file, offset + rank + 1, query));
  const more = found.length > offset + limit;
  return {
    status: 200,
    body: {
      batchcomplete: yes(query),
      ...(more ? { continue: { gsroffset: offset + limit, continue: 'gsroffset||' } } : {}),
      // A reply without results has no `query` field at all.
      ...(shown.length > 0
        ? { query: { pages: Object.fromEntries(shown.map((entry) => [String(entry.pageid), entry])) } }
        : {}),
    },
  };
}

function page(file: MediaFile, position: number, query: URLSearchParams) {
  const pageid = 1_000 + (hash(file.name) % 150_000_000);
  const withInfo = query.get('prop')?.split('|').includes('imageinfo');
  return {
    pageid,
    ns: 6,
    title: `File:${file.name}`,
    index: position,
    ...(withInfo ? { imagerepository: 'local', imageinfo: [imageInfo(file, pageid, query)] } : {}),
  };
}

/** Licence and creator of a file, in the HTML of its description page. */
function credits(name: string): Record<string, unknown> {
  const source = 'commons-desc-page';
  const artist = `Photographer ${1 + (hash(name) % 500)}`;
  return {
    Artist: { value: `<a href="//commons.wikimedia.org/wiki/User:${artist.replace(' ', '_')}">${artist}</a>`, source },
    LicenseShortName: { value: hash(name) % 4 === 0 ? 'Public domain' : 'CC BY-SA 4.0', source, hidden: '' },
  };
}

/** The fields that `iiprop` requests: `url`, `size`, `mime`, `timestamp` and `extmetadata`. */
function imageInfo(file: MediaFile, pageid: number, query: URLSearchParams): Record<string, unknown> {
  const asked = query.get('iiprop')?.split('|') ?? [];
  const { name, url, width, height, seconds } = file;
  const scale = Math.min(1, Number(query.get('iiurlwidth') ?? width) / width);
  const thumbwidth = Math.round(width * scale);
  const { original, thumbnail } = commonsFile(name, thumbwidth);
  const address = {
    thumburl: thumbnail,
    thumbwidth,
    thumbheight: Math.round(height * scale),
    url: original,
    descriptionurl: url,
    descriptionshorturl: `https://commons.wikimedia.org/w/index.php?curid=${pageid}`,
  };
  const size = {
    size: 200_000 + (hash(name) % 8_000_000),
    width,
    height,
    ...(seconds === undefined ? {} : { duration: seconds }),
  };
  return {
    ...(asked.includes('timestamp') ? { timestamp: isoToTheSecond(changedAt(file) ?? new Date()) } : {}),
    ...(asked.includes('size') ? size : {}),
    ...(asked.includes('url') ? address : {}),
    ...(asked.includes('mime') ? { mime: mimeOf(name) } : {}),
    ...(asked.includes('extmetadata') ? { extmetadata: credits(name) } : {}),
  };
}

function mimeOf(name: string): string {
  const ending = name.split('.').pop()?.toLowerCase() ?? '';
  return { svg: 'image/svg+xml', png: 'image/png', webm: 'video/webm', ogv: 'video/ogg' }[ending] ?? 'image/jpeg';
}

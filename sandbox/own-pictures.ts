import { commonsFile } from './commons-files.ts';
import { encyclopedia, images, newsArticles, videos } from './corpus.ts';
import { hash } from './corpus-index.ts';
import { type Picture, picturePath } from './picture.ts';

/** Image proxies of Brave and Google: the stand-ins put the address of the picture, or the host of an icon, in the path. */
const PROXIED =
  /^https:\/\/(?:imgs\.search\.brave\.com\/sandbox\/[^/]+\/g:ce\/|encrypted-tbn0\.gstatic\.com\/images\?q=tbn:)([\w-]+)/;
/** A Wikimedia thumbnail, which exists in any width. */
const THUMBNAIL = /^(https:\/\/upload\.wikimedia\.org\/wikipedia\/commons)\/thumb(\/.*)\/[^/]*$/;
const WIDTH_PX = 480;
const ICON_PX = 32;

let known: Map<string, Omit<Picture, 'seed'>> | undefined;

/**
 * Replaces the addresses of pictures in a response by addresses of the sandbox, which draws them. Without this, a
 * visitor's browser would ask the real hosts for pictures, most of which do not exist.
 */
export function withOwnPictures(value: unknown, sandboxUrl: string): unknown {
  if (typeof value === 'string') return ownPicture(value, sandboxUrl);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withOwnPictures(item, sandboxUrl));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withOwnPictures(inner, sandboxUrl)]));
}

function ownPicture(text: string, sandboxUrl: string): string {
  if (!text.startsWith('https://')) return text;
  const inner = PROXIED.exec(text)?.[1];
  const address = (inner ? Buffer.from(inner, 'base64url').toString() : text).replace(THUMBNAIL, '$1$2');
  known ??= knownPictures();
  const icon = inner && !address.includes('/') ? { subject: address, width: ICON_PX, height: ICON_PX } : undefined;
  const picture = known.get(address) ?? icon;
  return picture ? `${sandboxUrl}${picturePath({ ...picture, seed: hash(address) })}` : text;
}

function knownPictures(): Map<string, Omit<Picture, 'seed'>> {
  const wide = { width: WIDTH_PX, height: (WIDTH_PX * 9) / 16 };
  const pictures = new Map<string, Omit<Picture, 'seed'>>();
  for (const { title, image, thumbnail, width, height } of images()) {
    const picture = { subject: title, width: WIDTH_PX, height: Math.round((WIDTH_PX * height) / width) };
    for (const address of [image, thumbnail]) pictures.set(address.replace(THUMBNAIL, '$1$2'), picture);
  }
  for (const { title, thumbnail } of [...newsArticles(), ...videos()]) {
    if (thumbnail) pictures.set(thumbnail.replace(THUMBNAIL, '$1$2'), { subject: title, ...wide });
  }
  for (const { title, thumbnail } of encyclopedia()) {
    if (thumbnail) pictures.set(commonsFile(thumbnail).original, { subject: title, ...wide });
  }
  return pictures;
}

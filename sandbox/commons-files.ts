import { createHash } from 'node:crypto';

/** The URLs of a file on Wikimedia Commons, which stores files in folders named after the MD5 of the file name. */
export interface CommonsFile {
  page: string;
  original: string;
  thumbnail: string;
}

const WITH_RASTER_THUMBNAIL: Readonly<Record<string, string>> = { svg: '.png', tif: '.jpg', tiff: '.jpg' };
const VIDEO = /\.(webm|ogv)$/i;

export function commonsFile(name: string, thumbnailWidth = 330): CommonsFile {
  const file = name.replaceAll(' ', '_');
  const digest = createHash('md5').update(file).digest('hex');
  const encoded = encodeURIComponent(file).replaceAll('%2C', ',').replaceAll('%3A', ':');
  const folder = `${digest[0]}/${digest.slice(0, 2)}/${encoded}`;
  const suffix = WITH_RASTER_THUMBNAIL[file.split('.').pop()?.toLowerCase() ?? ''] ?? '';
  const base = 'https://upload.wikimedia.org/wikipedia/commons';
  return {
    page: `https://commons.wikimedia.org/wiki/File:${encoded}`,
    original: `${base}/${folder}`,
    thumbnail: VIDEO.test(file)
      ? `${base}/thumb/${folder}/${thumbnailWidth}px--${encoded}.jpg`
      : `${base}/thumb/${folder}/${thumbnailWidth}px-${encoded}${suffix}`,
  };
}

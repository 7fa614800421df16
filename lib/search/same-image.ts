import { fillImage } from './fill.ts';
import type { Sameness } from './fuse.ts';
import type { ImageRow } from './results.ts';

/**
 * Which images are the same: those with the same picture. The page identifies an image only if its picture is unknown,
 * because one page often has many. Within one list, the pages must agree as well.
 */
export const sameImage: Sameness<ImageRow> = {
  identity: (row) => `${row.imageKey || row.thumbnailKey} ${row.key}`,
  keys: (row) => [...picturesOf(row).map((picture) => `picture ${picture}`), `page ${row.key}`],
  agree: (row, other) => {
    const [pictures, others] = [picturesOf(row), picturesOf(other)];
    if (pictures.length === 0 || others.length === 0) return row.key === other.key;
    if (row.imageKey !== '' && other.imageKey !== '') return row.imageKey === other.imageKey;
    return pictures.some((picture) => others.includes(picture));
  },
  fill: fillImage,
};

/** The keys of its addresses. A thumbnail may be the picture itself, so both are compared with both. */
function picturesOf({ imageKey, thumbnailKey }: ImageRow): string[] {
  return [imageKey, thumbnailKey].filter((key) => key !== '');
}

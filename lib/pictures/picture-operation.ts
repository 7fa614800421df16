import { z } from 'zod';

/** The largest picture of each size, in bytes. A page shows many thumbnails, and one full picture when it is opened. */
export const MAX_PICTURE_BYTES = { thumbnail: 512 * 1024, full: 2 * 1024 * 1024 } as const;
export type PictureSize = keyof typeof MAX_PICTURE_BYTES;

/** What a worker is asked to fetch. The previous version names no size. */
export const pictureInputSchema = z.object({
  url: z.string(),
  size: z.enum(['thumbnail', 'full']).default('full'),
});
export type PictureInput = z.infer<typeof pictureInputSchema>;

/** What became of a picture. One that cannot be fetched is not a failed call: it says nothing about us. */
export const pictureReplySchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    type: z.string(),
    /** Its bytes in base64. */
    data: z.string(),
  }),
  z.object({ ok: z.literal(false), reason: z.string() }),
]);
export type PictureReply = z.infer<typeof pictureReplySchema>;

import { z } from 'zod';

/** What a worker is asked to fetch. */
export const pictureInputSchema = z.object({ url: z.string() });
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

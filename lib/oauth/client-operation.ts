import { z } from 'zod';

/** The largest metadata document of a client. */
export const MAX_DOCUMENT_BYTES = 5 * 1024;

/** What a worker is asked to fetch: the metadata document of a client, at the address that is its id. */
export const clientInputSchema = z.object({ url: z.string() });
export type ClientInput = z.infer<typeof clientInputSchema>;

/** What became of it. One that cannot be fetched is not a failed call: it says nothing about us. */
export const clientReplySchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    json: z.string(),
    /** For how long it need not be fetched again, as its server says. */
    freshForMs: z.number(),
  }),
  z.object({ ok: z.literal(false), reason: z.string() }),
]);
export type ClientReply = z.infer<typeof clientReplySchema>;

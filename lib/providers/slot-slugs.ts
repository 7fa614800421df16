/** The three engine slots, as the API names them. */
export const slotSlugs = ['engine_a', 'engine_b', 'engine_c'] as const;
export type SlotSlug = (typeof slotSlugs)[number];

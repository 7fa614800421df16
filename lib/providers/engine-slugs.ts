/** The three engine slots, as the API names them. */
export const engineSlugs = ['engine_a', 'engine_b', 'engine_c'] as const;
export type EngineSlug = (typeof engineSlugs)[number];

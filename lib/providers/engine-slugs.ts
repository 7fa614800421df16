/** The three slots that an engine can sit in, as callers of the API name them. */
export const engineSlugs = ['engine_a', 'engine_b', 'engine_c'] as const;
export type EngineSlug = (typeof engineSlugs)[number];

import { expect } from 'vitest';
import { z } from 'zod';
import type { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

/** The web search reply in section 2.2 of the specification: exactly these keys. */
export const webResponse = z.strictObject({
  query: z.string(),
  tab: z.literal('web'),
  page: z.int(),
  engine: z.array(z.enum(['engine_a', 'engine_b', 'engine_c'])),
  correction: z.string(),
  results: z.array(
    z.strictObject({
      title: z.string(),
      url: z.url(),
      description: z.string(),
      display_url: z.string(),
      favicon_url: z.url(),
      age: z.string(),
      source: z.enum(['engine_a', 'engine_b', 'engine_c', 'both', 'all']),
      source_label: z.string().min(1),
      sitelinks: z.array(z.strictObject({ title: z.string(), url: z.url() })),
    }),
  ),
});

export type WebResult = z.infer<typeof webResponse>['results'][number];

/** The slots with their default upstreams. */
export const UPSTREAMS = { engine_a: 'brave', engine_b: 'mojeek', engine_c: 'marginalia' } as const;
export type Engine = keyof typeof UPSTREAMS;
export const ENGINES = Object.keys(UPSTREAMS) as Engine[];

/** Fetches a good reply and checks every field against the specification. */
export async function found(app: TestApp, params: string, web = 0): Promise<Reply & { results: WebResult[] }> {
  const reply = await app.get(`/api/v1/web/?${params}`, { web });
  expect(reply.status, reply.text).toBe(200);
  return { ...reply, results: webResponse.parse(reply.body).results };
}

/** Number of calls to each engine's upstream since the last reset. */
export async function callCounts(app: TestApp): Promise<Record<string, number>> {
  const counts = await Promise.all(ENGINES.map(async (slug) => [slug, (await app.calls(UPSTREAMS[slug])).length]));
  return Object.fromEntries(counts);
}

import { expect } from 'vitest';
import { z } from 'zod';
import type { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

/** The web search response of the specification, section 2.2: these keys, all of them, and no others. */
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

/** The slots, and the upstream that sits in each by default. */
export const UPSTREAMS = { engine_a: 'brave', engine_b: 'mojeek', engine_c: 'marginalia' } as const;
export type Engine = keyof typeof UPSTREAMS;
export const ENGINES = Object.keys(UPSTREAMS) as Engine[];

/** A good reply, checked against the specification to the last field. */
export async function found(app: TestApp, params: string, web = 0): Promise<Reply & { results: WebResult[] }> {
  const reply = await app.get(`/api/v1/web/?${params}`, { web });
  expect(reply.status, reply.text).toBe(200);
  return { ...reply, results: webResponse.parse(reply.body).results };
}

/** How often each engine's upstream has been called since the last reset. */
export async function callCounts(app: TestApp): Promise<Record<string, number>> {
  const counts = await Promise.all(ENGINES.map(async (slug) => [slug, (await app.calls(UPSTREAMS[slug])).length]));
  return Object.fromEntries(counts);
}

import { expect } from 'vitest';
import { z } from 'zod';
import type { MediaTab, MediaUpstream } from '../harness/canned-answers.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

const text = z.string();
const address = z.url({ protocol: /^https?$/ });
const addressOrEmpty = z.union([address, z.literal('')]);

/** A result of each tab in the specification (2.3, 2.5, 2.6): exactly these keys, in this order. */
const results = {
  images: z.strictObject({ title: text, url: address, source: text.min(1), thumbnail: addressOrEmpty }),
  news: z.strictObject({
    title: text,
    url: address,
    description: text,
    age: text,
    source: text.min(1),
    hostname: text.min(1),
    thumbnail: addressOrEmpty,
  }),
  videos: z.strictObject({
    title: text,
    url: address,
    age: text,
    source: text.min(1),
    duration: text.regex(/^(\d{1,2}:)?\d{1,2}:\d{2}$|^$/),
    hostname: text.min(1),
    thumbnail: addressOrEmpty,
  }),
};
export type MediaResult<Tab extends MediaTab> = z.infer<(typeof results)[Tab]>;
export const imageResult = results.images;

const envelope = z.strictObject({
  query: text,
  tab: z.enum(['images', 'news', 'videos']),
  page: z.int(),
  engine: z.array(z.enum(['engine_a', 'engine_b', 'engine_c'])),
  results: z.array(z.unknown()),
});

/** Fetches a good reply of a tab and checks every field and its order against the specification. */
export async function foundIn<Tab extends MediaTab>(
  app: TestApp,
  tab: Tab,
  params: string,
  options: Parameters<TestApp['get']>[1] = {},
): Promise<Reply & { results: MediaResult<Tab>[] }> {
  const reply = await app.get(`/api/v1/${tab}/?${params}`, options);
  expect(reply.status, reply.text).toBe(200);
  expect(Object.keys(reply.body)).toEqual(Object.keys(envelope.shape));
  expect(envelope.parse(reply.body).tab).toBe(tab);
  return { ...reply, results: checkedResults(results[tab], reply.body.results) as MediaResult<Tab>[] };
}

/** Checks that every result has exactly the keys of the schema, in order. */
export function checkedResults<T extends z.ZodObject>(schema: T, list: unknown): z.infer<T>[] {
  const checked = z.array(schema).parse(list);
  for (const result of list as object[]) expect(Object.keys(result)).toEqual(Object.keys(schema.shape));
  return checked;
}

/** Checks that a reply contains no markup, script or control characters. */
export function expectClean(reply: Reply): void {
  expect(reply.text).not.toMatch(/<\/?[a-z!]|javascript:|data:|\\u00[01]/i);
}

/** A deployment with two sets of engines: the slots of the web process `other` differ from those of the first. */
export interface TabDeployment {
  app: TestApp;
  other: number;
}

export type Slots = Record<'ENGINE_A' | 'ENGINE_B' | 'ENGINE_C', string>;

export async function startTabs(slots: Slots, otherSlots: Slots): Promise<TabDeployment> {
  const app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off' } });
  app.addWorker(otherSlots);
  const { other } = await addWebs(app, { other: otherSlots });
  return { app, other };
}

/** Number of calls to each of these upstreams since the last reset. */
export async function callsTo<Name extends MediaUpstream | 'mojeek'>(
  app: TestApp,
  ...upstreams: Name[]
): Promise<Record<Name, number>> {
  const counts = await Promise.all(upstreams.map(async (name) => [name, (await app.calls(name)).length]));
  return Object.fromEntries(counts);
}

/** The parameters of the only call to an upstream: its query string, or its JSON body. */
export async function onlyQuestion(app: TestApp, upstream: MediaUpstream): Promise<Record<string, unknown>> {
  const calls = await app.calls(upstream);
  expect(calls).toHaveLength(1);
  const [call] = calls;
  return call?.method === 'POST' ? JSON.parse(call.body) : (call?.query ?? {});
}

import type { TestSystem } from './test-system.ts';

/** Makes an upstream reply to every call with these results in its wire format, without checking or cleaning them. */
export const cannedAnswers = {
  brave: (system: TestSystem, results: readonly unknown[], query: object = {}) =>
    system.knobs('brave', { status: 200, body: JSON.stringify({ type: 'search', query, web: { results } }) }),
  mojeek: (system: TestSystem, results: readonly unknown[]) =>
    system.knobs('mojeek', { status: 200, body: JSON.stringify({ response: { status: 'OK', results } }) }),
  marginalia: (system: TestSystem, results: readonly unknown[]) =>
    system.knobs('marginalia', { status: 200, body: JSON.stringify({ results }) }),
};

/** A tab with media results. */
export type MediaTab = 'images' | 'news' | 'videos';
const KAGI_LISTS = { images: 'image', news: 'news', videos: 'video' } as const;

/** Wraps rows in the upstream's reply. */
const mediaAnswers = {
  brave: (tab: MediaTab, rows: readonly unknown[]) => ({ type: tab, query: {}, results: rows }),
  searxng: (_tab: MediaTab, rows: readonly unknown[]) => ({ query: '', results: rows, unresponsive_engines: [] }),
  commons: (_tab: MediaTab, rows: readonly unknown[]) => ({ batchcomplete: true, query: { pages: rows } }),
  kagi: (tab: MediaTab, rows: readonly unknown[]) => ({ meta: {}, data: { [KAGI_LISTS[tab]]: rows } }),
  serper: (tab: MediaTab, rows: readonly unknown[]) => ({ searchParameters: {}, [tab]: rows }),
};
export type MediaUpstream = keyof typeof mediaAnswers;

/** Like `cannedAnswers`, for images, news and videos. */
export function cannedRows(system: TestSystem, upstream: MediaUpstream, tab: MediaTab, rows: readonly unknown[]) {
  return system.knobs(upstream, { status: 200, body: JSON.stringify(mediaAnswers[upstream](tab, rows)) });
}

/** Files in the form in which Commons lists them. */
export const commonsFiles = (files: readonly { title: unknown; [info: string]: unknown }[]) =>
  files.map(({ title, ...info }, index) => ({ title, index: index + 1, imageinfo: [info] }));

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { upstreams } from '../../sandbox/upstreams.ts';

/** A request to a stand-in; one with a body is a POST of JSON. */
export interface StandInRequest {
  /** Starts with the stand-in's slug: `/brave/res/v1/web/search`. */
  path: string;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Calls a stand-in without a network and returns its response with the body decompressed. */
export function ask({ path, query = {}, headers = {}, body }: StandInRequest) {
  const [, slug = '', ...rest] = path.split('/');
  const upstream = upstreams.find((one) => one.slug === slug);
  if (!upstream) throw new Error(`There is no stand-in "${slug}".`);
  const answer = upstream.handle({
    method: body === undefined ? 'GET' : 'POST',
    path: `/${rest.join('/')}`,
    query: new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])),
    headers: { 'user-agent': 'Tests/1.0 (https://tests.example)', ...headers },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  const text = Buffer.isBuffer(answer.body) ? gunzipSync(answer.body).toString() : JSON.stringify(answer.body);
  // biome-ignore lint/suspicious/noExplicitAny: bodies have any shape; the assertions check them.
  return { ...answer, body: JSON.parse(text) as any };
}

/** A sample of the real wire format. */
export function sample(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/upstreams/${name}.json`, import.meta.url), 'utf8'));
}

/** Keys that are in the sample but not in the response, and the reverse. */
export function differences(answer: unknown, wanted: unknown): { missing: string[]; invented: string[] } {
  const [ours, theirs] = [new Set(keys(answer)), new Set(keys(wanted))];
  return {
    missing: [...theirs].filter((key) => !ours.has(key)).sort(),
    invented: [...ours].filter((key) => !theirs.has(key)).sort(),
  };
}

/** Every key in a value with its path and type: `.results[].url string`. All page ids count as one key. */
function keys(value: unknown, way = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keys(item, `${way}[]`));
  if (typeof value !== 'object' || value === null) return value === null ? [] : [`${way} ${typeof value}`];
  return Object.entries(value).flatMap(([name, inner]) => keys(inner, `${way}.${/^\d+$/.test(name) ? '*' : name}`));
}

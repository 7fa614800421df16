import { readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';

/** An answer of a stand-in. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

type Parameters = Readonly<Record<string, string | number>>;

/** A sandbox for the tests of a file, and ways to ask it. */
export function useSandbox() {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox?.close());

  async function send<T>(path: string, init: RequestInit): Promise<Answer<T>> {
    const response = await fetch(`http://127.0.0.1:${sandbox.port}${path}`, init);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T };
  }

  return {
    get: <T>(path: string, parameters: Parameters = {}, headers: Record<string, string> = {}) => {
      const query = new URLSearchParams(
        Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return send<T>(`${path}?${query}`, { headers });
    },
    post: <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
      send<T>(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

/** A sample of the real wire format. */
export function sample(name: string): unknown {
  return JSON.parse(readFileSync(`test/fixtures/upstreams/${name}.json`, 'utf8'));
}

/** Every key in a value with the way to it: `results[].thumbnail.src`. Page ids count as one key. */
export function keys(value: unknown, way = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => keys(item, `${way}[]`)))].sort();
  if (typeof value !== 'object' || value === null) return [];
  const found = Object.entries(value).flatMap(([name, inner]) => {
    const here = `${way}.${/^\d+$/.test(name) ? '*' : name}`;
    return [here, ...keys(inner, here)];
  });
  return [...new Set(found)].sort();
}

/** Keys that are in a sample and not in an answer, and the other way round. */
export function differences(answer: unknown, wanted: unknown): { missing: string[]; invented: string[] } {
  const [ours, theirs] = [keys(answer), keys(wanted)];
  return {
    missing: theirs.filter((key) => !ours.includes(key)),
    invented: ours.filter((key) => !theirs.includes(key)),
  };
}

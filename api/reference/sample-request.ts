import type { ReferenceOperation } from './pages.ts';

/** A request to an endpoint, as samples write it and forms send it. */
export interface SampleRequest {
  method: ReferenceOperation['method'];
  /** Path of the endpoint, with the names of what is in it. */
  path: string;
  /** What stands for those names. */
  inPath: Readonly<Record<string, string>>;
  query: readonly (readonly [name: string, value: unknown])[];
  headers: Readonly<Record<string, string>>;
  /** The body, a value that becomes JSON; undefined without one. */
  body: unknown;
}

/** The request that samples show: what the endpoint needs, and of a search what is searched for, in its first parameter. */
export function exampleRequest({ method, path, parameters, body }: ReferenceOperation): SampleRequest {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const shown = inQuery.filter(({ required }, at) => required || (at === 0 && isSearch(path)));
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return {
    method,
    path,
    inPath: Object.fromEntries(inPath.map(({ name, example }) => [name, String(example)])),
    query: shown.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example] as const])),
    headers: {},
    body,
  };
}

/** Those that report on something need no parameter, and show all without one. */
function isSearch(path: string): boolean {
  return !/^\/api\/v1\/(?:admin|status|key)\//.test(path);
}

/** The path of a request with its query, in which a list is repeated. */
export function addressOf({ path, inPath, query }: SampleRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(inPath[name] ?? ''));
  const pairs = query.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  const search = new URLSearchParams(pairs).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

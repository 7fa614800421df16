import { performance } from 'node:perf_hooks';
import type { FastifyReply, InjectOptions } from 'fastify';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { askWithin } from '../../plugins/inner-requests.ts';
import type { ReferenceOperation } from '../../reference/pages.ts';
import { addressOf, type SampleRequest } from '../../reference/sample-request.ts';
import { jsonText } from '../../reference/samples.ts';
import { TRY } from '../try-endpoints.ts';

/** The fields of a form: of the parameters, with their places before their names, and of the body. */
export type TypedFields = Readonly<Record<string, string>>;

/** What an endpoint has replied with. */
export interface Tried {
  request: SampleRequest;
  status: number;
  ms: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** What people call the engines, by their names in the API. */
  names: ReadonlyMap<string, string>;
}

/** Headers of a reply that say something about the request. */
const SHOWN_HEADERS = [
  'server-timing',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'warning',
  'age',
  'etag',
  'content-type',
  'x-content-notice',
  'x-tributary-ignored',
  'x-tributary-key-expires',
  'x-request-id',
];

/** Of the request for the page: where it comes from, so that addresses in the reply are right and limits know the caller. */
const PASSED_ON = ['host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'accept-language'];

/** The request that a form describes. Empty fields are left out. */
export function typedRequest(
  { method, path, parameters, body }: ReferenceOperation,
  typed: TypedFields,
): SampleRequest {
  const given = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({ parameter, text: typed[`${place}.${parameter.name}`] ?? '' }))
      .filter(({ text }) => text.trim() !== '');
  const query = given('query').map(({ parameter: { name, schema }, text }) => {
    const lines = () => text.split(/\r?\n/).filter((line) => line.trim() !== '');
    return [name, schema.type === 'array' ? lines() : text] as const;
  });
  const named = (place: string) =>
    Object.fromEntries(given(place).map(({ parameter, text }) => [parameter.name, text.trim()]));
  const sent = body === undefined ? undefined : parsed(typed.body ?? '');
  return { method, path, inPath: named('path'), query, headers: named('header'), body: sent };
}

/** A value, or what was typed if that is not JSON: the endpoint says what it lacks. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: sent as it is.
    return text;
  }
}

/** Sends a request to this process: with a key to the API, without one to the endpoints for signed-in people. */
export async function callTried(
  outer: FastifyReply,
  { csrf }: Pick<Session, 'csrf'>,
  request: SampleRequest,
  key: string,
): Promise<Omit<Tried, 'names'>> {
  const { request: page } = outer;
  const passed = PASSED_ON.map((name) => [name, page.headers[name]]).filter(([, value]) => value !== undefined);
  const own = key === '' ? { cookie: page.headers.cookie, 'x-csrf-token': csrf } : { authorization: keyHeader(key) };
  const began = performance.now();
  const { statusCode, headers, body } = await askWithin(outer, {
    method: request.method,
    url: `${key === '' ? TRY : ''}${addressOf(request)}`,
    headers: {
      ...Object.fromEntries(passed),
      ...headerSafe(request.headers),
      ...own,
      'x-request-id': `${page.id.slice(0, 60)}-try`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { payload: jsonText(request.body) }),
    ...(page.socket.remoteAddress === undefined ? {} : { remoteAddress: page.socket.remoteAddress }),
  } satisfies InjectOptions);
  const ms = Math.round(performance.now() - began);
  const shown = SHOWN_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  return { request, status: statusCode, ms, headers: Object.fromEntries(shown), body };
}

function keyHeader(key: string): string {
  return headerText(/\s/.test(key) ? key : `Api-Key ${key}`);
}

function headerSafe(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)]));
}

/** What a header cannot have, it does not get. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '');
}

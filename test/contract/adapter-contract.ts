import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Failure, failureSchema, UpstreamFailure } from '../../lib/outcome.ts';
import {
  type Adapter,
  type InputOf,
  isSkip,
  type Operation,
  type OperationName,
  type OutputOf,
  type ProviderSettings,
  type Skip,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../../lib/providers/provider.ts';
import { freshnesses } from '../../lib/search/query.ts';

/** What every adapter promises for each of its operations, written once; `adapters.test.ts` runs it for all of them. */
export interface AdapterContract<Name extends OperationName> {
  adapter: Adapter;
  operation: Name;
  /** An ordinary input, which the cases below only change. */
  input: InputOf<Name>;
  /** The one place of the request that the key may be in. */
  key: { header: string } | { param: string };
  /** Headers of every request, besides the key's. */
  headers: Record<string, string>;
  /** The path below the base address. */
  path: string;
  /** Where the query goes, and how much of it this upstream takes. */
  query: { param: string; maxChars: number; maxWords?: number };
  /** Input → parameters of the request; null is one that must not be there. */
  requests: readonly [name: string, input: Partial<InputOf<Name>>, params: Record<string, string | null>][];
  /** What this upstream cannot do. */
  skips: readonly [name: string, input: Partial<InputOf<Name>>][];
  /** Response → exact output. */
  answers: readonly [name: string, response: UpstreamResponse, output: OutputOf<Name>][];
  /** Response → failure, with exactly this wait where one is given (null: none). */
  failures: readonly [name: string, response: UpstreamResponse, code: Failure['code'], waitMs?: number | null][];
  /** Response → parameters that change in the second request, or null for no second one. */
  again: readonly [
    name: string,
    response: UpstreamResponse,
    input: Partial<InputOf<Name>>,
    changes: Record<string, string | null> | null,
  ][];
}

/** Adapters read the clock to tell a date from a mistake; here it stands still. */
export const CONTRACT_NOW = Date.parse('2026-11-15T12:00:00Z');

/** A payload as the upstream sends it. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/upstreams/${name}`, import.meta.url), 'utf8');
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): UpstreamResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

export function plain(status: number, body = '', headers: Record<string, string> = {}): UpstreamResponse {
  return { status, headers: { 'content-type': 'text/plain', ...headers }, body };
}

export function html(status: number, body = '<!doctype html><title>Hello</title>'): UpstreamResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** A key with every character that would have to be escaped somewhere. */
const KEY = 'c4n4ry+k3y/=&#%20!~';
const settings: ProviderSettings = {
  url: 'https://upstream.example:8443/base/v1',
  apiKey: KEY,
  userAgent: 'Tributary/0.1 (ops@example.org)',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Every input that the API can let through, and some that it cannot. */
const arbitraryInputs: { [Name in OperationName]: fc.Arbitrary<InputOf<Name>> } = {
  web: fc.record({
    q: fc.oneof(fc.string({ minLength: 1 }), fc.string({ unit: 'binary', minLength: 1, maxLength: 1_000 })),
    page: fc.integer({ min: 1, max: 50 }),
    lang: fc.oneof(fc.constantFrom('', 'en', 'de-AT', 'zh-Hant-TW', 'PT-br', 'xx'), fc.stringMatching(/^[a-z]{2,8}$/)),
    safe: fc.boolean(),
    date: fc.constantFrom(null, ...freshnesses),
  }),
};

const statuses = fc.oneof(
  { weight: 3, arbitrary: fc.constant(200) },
  { weight: 1, arbitrary: fc.constantFrom(201, 202, 204, 301, 400, 401, 402, 403, 404, 408, 422, 429) },
  { weight: 1, arbitrary: fc.constantFrom(500, 502, 503, 504) },
);
const headerNames = ['content-type', 'retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const headerValue = fc.oneof(
  fc.string(),
  fc.constantFrom('application/json', 'text/html', '0', '1, 1419704', '-1, -1', '1e308, 1e308', 'NaN', ', ,', '99'),
);
const arbitraryHeaders = fc.dictionary(fc.constantFrom(...headerNames), headerValue);

export function describeAdapter<Name extends OperationName>(contract: AdapterContract<Name>): void {
  const { adapter, operation: operationName } = contract;
  const operation = adapter.operations[operationName] as unknown as Operation<InputOf<Name>, OutputOf<Name>>;
  const inputs = arbitraryInputs[operationName] as unknown as fc.Arbitrary<InputOf<Name>>;
  const inputWith = (changes: Partial<InputOf<Name>>) => Object.assign({}, contract.input, changes) as InputOf<Name>;
  const asking = (q: string) => ({ q }) as unknown as Partial<InputOf<Name>>;
  const ask = (changes: Partial<InputOf<Name>> = {}) => requested(operation.request(inputWith(changes), settings));

  /** The output, or the failure; anything else that is thrown is not caught. */
  function outcome(response: UpstreamResponse, input = contract.input): { output: OutputOf<Name> } | Failure {
    try {
      return { output: operation.parse(response, input) };
    } catch (error) {
      if (error instanceof UpstreamFailure) return error.failure;
      throw error;
    }
  }

  /** It goes to the configured place, and the key is in its own place and nowhere else. */
  function expectSafe(request: UpstreamRequest): void {
    const url = new URL(request.url);
    expect(url.origin).toBe('https://upstream.example:8443');
    expect(url.pathname).toBe(`/base/v1${contract.path}`);
    expect(`${url.username}${url.password}${url.hash}`).toBe('');
    for (const [name, value] of Object.entries(request.headers)) {
      expect(name).toMatch(/^[a-z0-9-]+$/);
      expect(value).not.toMatch(CONTROL);
    }

    const headers = { ...request.headers };
    if ('header' in contract.key) {
      expect(headers[contract.key.header]).toBe(KEY);
      delete headers[contract.key.header];
    } else {
      expect(url.searchParams.getAll(contract.key.param)).toEqual([KEY]);
      url.searchParams.delete(contract.key.param);
    }
    const rest = JSON.stringify([url.href, headers, request.body ?? '']);
    for (const form of [KEY, encodeURIComponent(KEY), encodeURI(KEY), 'c4n4ry']) expect(rest).not.toContain(form);
  }

  describe(`${adapter.name}, ${operationName}`, () => {
    beforeAll(() => {
      vi.useFakeTimers({ now: CONTRACT_NOW, toFake: ['Date'] });
    });
    afterAll(() => {
      vi.useRealTimers();
    });

    describe('its request', () => {
      it('goes below the configured address, with the key in its proper place only', () => {
        const request = ask();
        expectSafe(request);
        expect(request.headers).toMatchObject(contract.headers);
        expect(request.method ?? 'GET').toBe('GET');
        expect(request.body).toBeUndefined();
      });

      it.each(contract.requests)('says so: %s', (_, input, params) => {
        const sent = new URL(ask(input).url).searchParams;
        for (const [name, value] of Object.entries(params)) {
          expect([name, sent.getAll(name)]).toEqual([name, value === null ? [] : [value]]);
        }
      });

      if (contract.skips.length > 0) {
        it.each(contract.skips)('is not made, and the reason is told: %s', (_, input) => {
          const skip = operation.request(inputWith(input), settings);
          expect(isSkip(skip)).toBe(true);
          expect((skip as Skip).skip).toMatch(/^.{5,300}$/);
          expect((skip as Skip).skip).not.toMatch(/c4n4ry|https?:/);
        });
      }

      it('carries the query as it is, whatever characters it has', () => {
        for (const q of ['node.js', 'C++ & C#', 'a=b&api_key=x', '50% off?', 'größe 東京 😀', '"exact" -not +plus']) {
          expect(new URL(ask(asking(q)).url).searchParams.getAll(contract.query.param)).toEqual([q]);
        }
      });

      it('carries no more of a long query than this upstream takes', () => {
        const { param, maxChars, maxWords = Number.POSITIVE_INFINITY } = contract.query;
        for (const q of ['x'.repeat(1_000), 'ab '.repeat(333), '😀'.repeat(1_000), `a ${'😀'.repeat(999)}`]) {
          const sent = new URL(ask(asking(q)).url).searchParams.get(param) ?? '';
          expect(sent.length).toBeGreaterThan(0);
          expect(sent.length).toBeLessThanOrEqual(maxChars);
          expect(sent.split(' ').length).toBeLessThanOrEqual(maxWords);
          expect(q.startsWith(sent)).toBe(true);
          expect(sent).not.toContain('\ufffd');
        }
      });

      it('is safe or skipped with a reason, whatever is asked', () => {
        fc.assert(
          fc.property(inputs, (input) => {
            expect(operation.input.parse(input)).toEqual(input);
            const request = operation.request(input, settings);
            if (isSkip(request)) expect(request.skip).not.toBe('');
            else {
              expectSafe(request);
              const q = new URL(request.url).searchParams.get(contract.query.param) ?? '';
              expect(q).not.toMatch(CONTROL);
              expect(q.length).toBeLessThanOrEqual(contract.query.maxChars);
            }
            expect(operation.request(input, settings)).toEqual(request);
          }),
          { numRuns: 200 },
        );
      });
    });

    describe('its answer', () => {
      it.each(contract.answers)('is read: %s', (_, response, output) => {
        expect(operation.again?.(response, contract.input, settings) ?? null).toBeNull();
        expect(outcome(response)).toEqual({ output });
        expect(operation.output.parse(output)).toEqual(output);
      });

      it.each(contract.failures)('is a failure of the right kind: %s', (_, response, code, waitMs) => {
        const failure = outcome(response);
        expect(failure).toMatchObject({ code });
        if (waitMs === null) expect(failure).not.toHaveProperty('retryAfterMs');
        if (typeof waitMs === 'number') expect(failure).toMatchObject({ retryAfterMs: waitMs });
        expectTellable(failure as Failure);
      });

      it.each([
        [401, 'refused'],
        [403, 'refused'],
        [429, 'rate_limited'],
        [302, 'upstream'],
        [500, 'upstream'],
        [502, 'upstream'],
      ])('is a failure whatever is in it, by its status alone: %i', (status, code) => {
        for (const response of [
          plain(status, 'some text'),
          html(status),
          json({}, status),
          json(null, status),
          plain(status),
          { status, headers: {}, body: '' },
        ]) {
          expect(outcome(response)).toMatchObject({ code });
        }
      });

      it('is a failure where it is not JSON', () => {
        for (const body of ['', 'OK', '<html></html>', '{"results":', '\u0000', 'undefined']) {
          expect(outcome(json(body))).toMatchObject({ code: 'upstream' });
          expect(outcome(plain(200, body))).toMatchObject({ code: 'upstream' });
        }
        expect(outcome(html(200))).toMatchObject({ code: 'upstream' });
        expect(outcome(html(200, contract.answers[0]?.[1].body))).toMatchObject({ code: 'upstream' });
      });

      it('fits the schema or is a failure, whatever JSON or text comes', () => {
        const bodies = fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' }));
        fc.assert(
          fc.property(statuses, arbitraryHeaders, bodies, inputs, (status, headers, body, input) => {
            expectOutcome({ status, headers, body }, input);
          }),
          { numRuns: 300 },
        );
      });

      it('fits the schema or is a failure, whatever becomes of a real payload', () => {
        const payloads = [...contract.answers, ...contract.failures].flatMap(([, { body }]) => {
          try {
            return [JSON.parse(body) as unknown];
          } catch {
            return [];
          }
        });
        const damage = fc.array(fc.tuple(fc.array(fc.nat({ max: 50 }), { maxLength: 6 }), arbitraryLeaf), {
          minLength: 1,
          maxLength: 4,
        });
        fc.assert(
          fc.property(statuses, fc.constantFrom(...payloads), damage, inputs, (status, payload, changes, input) => {
            let body = payload;
            for (const [path, value] of changes) body = replaced(body, path, value);
            expectOutcome(json(body, status), input);
          }),
          { numRuns: 600 },
        );
      });
    });

    if (contract.again.length > 0) {
      describe('its second request', () => {
        it.each(contract.again)('is made or not: %s', (_, response, changes, expected) => {
          const input = inputWith(changes);
          const second = operation.again?.(response, input, settings) ?? null;
          if (expected === null) {
            expect(second).toBeNull();
            return;
          }
          if (!second) throw new Error('no second request');
          expectSafe(second);
          const first = requested(operation.request(input, settings));
          const params = Object.fromEntries(new URL(first.url).searchParams);
          for (const [name, value] of Object.entries(expected)) {
            if (value === null) delete params[name];
            else params[name] = value;
          }
          expect(Object.fromEntries(new URL(second.url).searchParams)).toEqual(params);
          expect(second.headers).toEqual(first.headers);
        });
      });
    }

    /** A schema-valid output or a schema-valid failure; and asking again never throws nor goes elsewhere. */
    function expectOutcome(response: UpstreamResponse, input: InputOf<Name>): void {
      const second = operation.again?.(response, input, settings);
      if (second) expectSafe(second);
      const result = outcome(response, input);
      if ('code' in result) expectTellable(result);
      else expect(operation.output.parse(result.output)).toEqual(result.output);
    }
  });

  /** A failure's reason is for people: short, ours, without addresses, and nothing of what the upstream wrote. */
  function expectTellable(failure: Failure): void {
    expect(failureSchema.safeParse(failure).success).toBe(true);
    expect(failure.reason).toMatch(/^[\x20-\x7e]{5,300}$/);
    expect(failure.reason).not.toMatch(/https?:|c4n4ry/);
  }
}

function requested(request: UpstreamRequest | Skip): UpstreamRequest {
  if (isSkip(request)) throw new Error(`skipped: ${request.skip}`);
  return request;
}

const arbitraryLeaf = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    ...['', ' ', 'javascript:alert(1)', 'https://example.org/', '<b>x</b>', '\u0000', '\ud800', '2026-08-20', 'c4n4ry'],
    ...[0, -1, 1e308, 1_755_600_000, null, true, [], {}, [null], [[]], { errors: [] }, { loc: 'search_lang' }],
  ),
);

/** The value with what lies at a path replaced; the path's numbers pick a child by turns, and end where there is none. */
function replaced(value: unknown, path: readonly number[], by: unknown): unknown {
  const [pick, ...rest] = path;
  if (pick === undefined || value === null || typeof value !== 'object') return by;
  const names = Object.keys(value);
  const name = names[pick % Math.max(1, names.length)];
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.map((child, i) => (String(i) === name ? replaced(child, rest, by) : child));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, key === name ? replaced(child, rest, by) : child]),
  );
}

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Failure, failureSchema, UpstreamFailure } from '../../lib/outcome.ts';
import type {
  Adapter,
  InputOf,
  Operation,
  OperationName,
  OutputOf,
  ProviderSettings,
  UpstreamRequest,
  UpstreamResponse,
} from '../../lib/providers/provider.ts';
import { freshnesses } from '../../lib/search/query.ts';
import { anyCharacter, runs } from '../harness/fuzz.ts';

/** What every adapter promises for each of its operations, written once; `adapters.test.ts` runs it for all of them. */
export interface AdapterContract<Name extends OperationName> {
  adapter: Adapter;
  operation: Name;
  /** An ordinary input, which the cases below only change. */
  input: InputOf<Name>;
  /** The one place of the request that the key may be in, a header, the address or a JSON body; null where there is none. */
  key: { header: string; prefix?: string } | { param: string } | { field: string } | null;
  /** Headers of every request, besides the key's. */
  headers: Record<string, string>;
  method?: 'GET' | 'POST';
  /** Base address, where it matters what that looks like: `{lang}` stands for any language. */
  url?: string;
  /** The setting of the address that it goes to, where that is not the adapter's own. */
  otherUrl?: string;
  /** The path below the base address; a pattern where it says what is asked for. */
  path: string | RegExp;
  /** The path of the second request, where it is another. */
  secondPath?: RegExp;
  /**
   * Where the query goes, what stands before it there, and how much of it this upstream takes. `inPath`: it is the last
   * part of the address. Null where there is no free text in what is asked.
   */
  query:
    | { param: string; prefix?: string; maxChars: number; maxWords?: number }
    | { inPath: true; prefix?: string; maxChars: number; maxWords?: number }
    | null;
  /** Input → parameters of the request; null is one that must not be there. In a JSON body a name may be a path. */
  requests: readonly [
    name: string,
    input: Partial<InputOf<Name>>,
    params: Record<string, unknown>,
    elsewhere?: { address?: string; headers?: Record<string, string> },
  ][];
  /** What this upstream cannot do. */
  skips: readonly [name: string, input: Partial<InputOf<Name>>][];
  /** A first response that leads to a second request, where it takes two to get an answer. */
  first?: UpstreamResponse;
  /** Response → exact output. With `first`, the response is that of the second request. */
  answers: readonly [
    name: string,
    response: UpstreamResponse,
    output: OutputOf<Name>,
    asked?: { input?: Partial<InputOf<Name>>; first?: UpstreamResponse },
  ][];
  /** Response → failure, with exactly this wait where one is given (null: none). Where it takes two, of either of them. */
  failures: readonly [
    name: string,
    response: UpstreamResponse,
    code: Failure['code'],
    waitMs?: number | null,
    only?: 'first',
  ][];
  /** Response → the second request: what changes in it, or where else it goes; null for none. */
  followUp: readonly [
    name: string,
    response: UpstreamResponse,
    input: Partial<InputOf<Name>>,
    second: { changes: Record<string, string | null> } | { address: string; params: Record<string, string> } | null,
  ][];
}

/** A contract for any one operation. */
export type AnyContract = { [Name in OperationName]: AdapterContract<Name> }[OperationName];

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
export const BASE = 'https://upstream.example:8443/base/v1';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const q = fc.oneof(fc.string({ minLength: 1 }), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1_000 }));
const lang = fc.oneof(
  fc.constantFrom('', 'en', 'de-AT', 'zh-Hant-TW', 'PT-br', 'xx', 'fil-PH'),
  fc.stringMatching(/^[a-z]{2,8}$/),
);
const safe = fc.boolean();
const search = fc.record({
  q,
  page: fc.integer({ min: 1, max: 50 }),
  lang,
  safe,
  date: fc.constantFrom(null, ...freshnesses),
});
const lookup = fc.record({ q, lang, safe });

/** Every input that the API can let through, and some that it cannot. */
const arbitraryInputs: { [Name in OperationName]: fc.Arbitrary<InputOf<Name>> } = {
  web: search,
  images: search,
  news: search,
  videos: search,
  infobox: lookup,
  suggest: lookup,
  article: lookup,
  answer: lookup,
  geocode: fc.record({ q, lang, limit: fc.integer({ min: 1, max: 50 }) }),
  reverse: fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
    zoom: fc.integer({ min: 0, max: 18 }),
    lang,
  }),
  translate: fc.record({ text: q, source: lang, target: fc.oneof(fc.constantFrom('de', 'en-US', 'zh-Hans'), lang) }),
  languages: fc.constant({}),
  findPlace: fc.record({ q, lang, country: fc.constantFrom('', 'US', 'DE'), region: fc.constantFrom('', 'texas') }),
  forecast: fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  rate: fc.record({ from: fc.stringMatching(/^[A-Z]{3}$/), to: fc.stringMatching(/^[A-Z]{3}$/) }),
  define: fc.record({ q }),
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
  const { adapter, operation: operationName, key, method = 'GET' } = contract;
  const settings: ProviderSettings = {
    url: contract.url ?? BASE,
    otherUrls: Object.fromEntries(Object.keys(adapter.otherUrls ?? {}).map((name) => [name, otherUrl(name)])),
    apiKey: KEY,
    userAgent: 'Tributary/0.1 (ops@example.org)',
  };
  const operation = adapter.operations[operationName] as unknown as Operation<InputOf<Name>, OutputOf<Name>>;
  const inputs = arbitraryInputs[operationName] as unknown as fc.Arbitrary<InputOf<Name>>;
  const inputWith = (changes: Partial<InputOf<Name>> = {}) =>
    Object.assign({}, contract.input, changes) as InputOf<Name>;
  const asking = (text: string) => ({ q: text }) as unknown as Partial<InputOf<Name>>;
  const ask = (changes: Partial<InputOf<Name>> = {}) => operation.request(inputWith(changes), settings);
  const { query } = contract;
  const { prefix: beforeQuery = '', maxChars = 0, maxWords = Number.POSITIVE_INFINITY } = query ?? {};

  /** The query as it was sent, without what the adapter puts before it. */
  function sentQuery(request: UpstreamRequest): string {
    const last = () => [decodeURIComponent(addressOf(request).split('/').at(-1) ?? '')];
    const [text, ...more] = (query && 'param' in query ? sent(request, query.param) : last()) as string[];
    expect(more).toEqual([]);
    expect(text?.startsWith(beforeQuery)).toBe(true);
    return text?.slice(beforeQuery.length) ?? '';
  }

  /** The output, or the failure; anything else that is thrown is not caught. */
  function outcome(
    response: UpstreamResponse,
    input = contract.input,
    first?: UpstreamResponse,
  ): { output: OutputOf<Name> } | Failure {
    try {
      return { output: first ? operation.parse(response, input, first) : operation.parse(response, input) };
    } catch (error) {
      if (error instanceof UpstreamFailure) return error.failure;
      throw error;
    }
  }

  /** Of the first request, and of the second where it takes two. */
  function outcomes(response: UpstreamResponse, input = contract.input) {
    const second = contract.first ? [outcome(response, input, contract.first)] : [];
    return [outcome(response, input), ...second];
  }

  const base = contract.otherUrl ? otherUrl(contract.otherUrl) : settings.url;
  const below = escaped(base).replace(escaped('{lang}'), '[a-z-]{2,12}');
  const path = typeof contract.path === 'string' ? escaped(contract.path) : contract.path.source;
  const firstAddress = new RegExp(`^${below}${path}$`);
  const secondAddress = contract.secondPath ? new RegExp(`^${below}${contract.secondPath.source}$`) : firstAddress;

  /** It goes to the configured place, and the key is in its own place and nowhere else. */
  function expectSafe(request: UpstreamRequest, address = firstAddress): void {
    const url = new URL(request.url);
    expect(addressOf(request)).toMatch(address);
    expect(`${url.username}${url.password}${url.hash}`).toBe('');
    const unsafe = Object.entries(request.headers).filter(
      ([name, value]) => !/^[a-z0-9-]+$/.test(name) || CONTROL.test(value),
    );
    expect(unsafe).toEqual([]);
    expect(request.method ?? 'GET').toBe(method);
    if (method === 'GET') expect(request.body).toBeUndefined();
    else expect(url.search).toBe('');

    const headers = { ...request.headers };
    let { body = '' } = request;
    if (key && 'header' in key) {
      expect(headers[key.header]).toBe(`${key.prefix ?? ''}${KEY}`);
      delete headers[key.header];
    } else if (key && 'param' in key) {
      expect(url.searchParams.getAll(key.param)).toEqual([KEY]);
      url.searchParams.delete(key.param);
    } else if (key) {
      const { [key.field]: sentKey, ...others } = JSON.parse(body) as Record<string, unknown>;
      expect(sentKey).toBe(KEY);
      body = JSON.stringify(others);
    }
    // Its letters stay as they are, however the rest is escaped.
    expect(JSON.stringify([url.href, headers, body])).not.toContain('c4n4ry');
  }

  describe(`${adapter.name}, ${operationName}`, () => {
    beforeAll(() => {
      vi.useFakeTimers({ now: CONTRACT_NOW, toFake: ['Date'] });
    });
    afterAll(() => {
      vi.useRealTimers();
    });

    describe('its request', () => {
      it(`goes below the configured address, ${key ? 'with the key in its proper place only' : 'without a key'}`, () => {
        const request = ask();
        expectSafe(request);
        expect(request.headers).toMatchObject(contract.headers);
        if (method === 'POST') expect(request.headers['content-type']).toBe('application/json');
      });

      if (adapter.apiKey === 'optional') {
        it('is made without a key too', () => {
          const request = operation.request(contract.input, { ...settings, apiKey: '' });
          if (key && 'header' in key) expect(request.headers).not.toHaveProperty(key.header);
          if (key && 'param' in key) expect(sent(request, key.param)).toEqual([]);
          if (key && 'field' in key) expect(sent(request, key.field)).toEqual([]);
        });
      }

      it.each(contract.requests)('says so: %s', (_, input, params, elsewhere = {}) => {
        const request = ask(input);
        for (const [name, value] of Object.entries(params)) {
          expect([name, sent(request, name)]).toEqual([name, value === null ? [] : [value]]);
        }
        if (elsewhere.address) expect(addressOf(request)).toBe(elsewhere.address);
        if (elsewhere.headers) expect(request.headers).toMatchObject(elsewhere.headers);
      });

      if (contract.skips.length > 0) {
        it.each(contract.skips)('is not made, and the reason is told: %s', (_, input) => {
          const reason = operation.supports?.(inputWith(input));
          expect(reason).toMatch(/^.{5,300}$/);
          expect(reason).not.toMatch(/c4n4ry|https?:/);
        });
      }

      if (contract.query) {
        it('carries the query as it is, whatever characters it has', () => {
          for (const text of [
            'node.js',
            'C++ & C#',
            'a=b&api_key=x',
            '50% off?',
            'größe 東京 😀',
            '"exact" -not +plus',
          ]) {
            expect(sentQuery(ask(asking(text)))).toBe(text);
          }
        });

        it('carries no more of a long query than this upstream takes', () => {
          for (const text of ['x'.repeat(1_000), 'ab '.repeat(333), '😀'.repeat(1_000), `a ${'😀'.repeat(999)}`]) {
            const cut = sentQuery(ask(asking(text)));
            expect(cut.length).toBeGreaterThan(0);
            expect(beforeQuery.length + cut.length).toBeLessThanOrEqual(maxChars);
            expect(cut.split(' ').length).toBeLessThanOrEqual(maxWords);
            expect(text.startsWith(cut)).toBe(true);
            expect(cut).not.toContain('\ufffd');
            expect(cut.isWellFormed()).toBe(true);
          }
        });
      }

      it('is safe or skipped with a reason, whatever is asked', () => {
        fc.assert(
          fc.property(inputs, (input) => {
            expect(operation.input.parse(input)).toEqual(input);
            const supported = operation.supports?.(input) ?? true;
            if (supported !== true) expect(supported).not.toBe('');
            else {
              const request = operation.request(input, settings);
              expectSafe(request);
              const text = query ? sentQuery(request) : '';
              expect(text).not.toMatch(CONTROL);
              expect(beforeQuery.length + text.length).toBeLessThanOrEqual(maxChars);
              expect(operation.request(input, settings)).toEqual(request);
            }
          }),
          { numRuns: runs() },
        );
      });
    });

    describe('its answer', () => {
      it.each(contract.answers)('is read: %s', (_, response, output, asked = {}) => {
        const input = inputWith(asked.input);
        if (asked.first) expect(operation.followUp?.(asked.first, input, settings)).toBeTruthy();
        else expect(operation.followUp?.(response, input, settings) ?? null).toBeNull();
        expect(outcome(response, input, asked.first)).toEqual({ output });
        expect(operation.output.parse(output)).toEqual(output);
      });

      it.each(contract.failures)('is a failure of the right kind: %s', (_, response, code, waitMs, only) => {
        const [first, second] = outcomes(response);
        const failures = second && only !== 'first' ? [first, second] : [first];
        for (const failure of failures) {
          expect(failure).toMatchObject({ code });
          if (waitMs === null) expect(failure).not.toHaveProperty('retryAfterMs');
          if (typeof waitMs === 'number') expect(failure).toMatchObject({ retryAfterMs: waitMs });
          expectTellable(failure as Failure);
        }
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
          for (const failure of outcomes(response)) expect(failure).toMatchObject({ code });
        }
      });

      it('is a failure where it is not JSON', () => {
        // Whatever is said of captchas in it: a page with one is a refusal.
        const page = html(200, contract.answers[0]?.[1].body.replace(/captcha/gi, ''));
        const texts = ['', 'OK', '<html></html>', '{"results":', '\u0000', 'undefined'];
        for (const response of [
          html(200),
          page,
          ...texts.map((text) => json(text)),
          ...texts.map((t) => plain(200, t)),
        ]) {
          for (const failure of outcomes(response)) expect(failure).toMatchObject({ code: 'upstream' });
        }
      });

      it('is a failure where it is JSON that says nothing', () => {
        for (const body of ['{}', 'null', '7', '"c4n4ry"', 'true', '{"message":"c4n4ry"}']) {
          for (const failure of outcomes(json(body)))
            expect([body, failure]).toMatchObject([body, { code: 'upstream' }]);
        }
      });

      it('fits the schema or is a failure, whatever JSON or text comes', () => {
        const bodies = fc.oneof(fc.json(), fc.string(), fc.string({ unit: anyCharacter }));
        fc.assert(
          fc.property(statuses, arbitraryHeaders, bodies, inputs, (status, headers, body, input) => {
            expectOutcome({ status, headers, body }, input);
          }),
          { numRuns: runs() },
        );
      });

      it('fits the schema or is a failure, whatever becomes of a real payload', () => {
        const responses = [...contract.answers, ...contract.failures].map(([, response]) => response);
        const payloads = [...responses, ...(contract.first ? [contract.first] : [])].flatMap(({ body }) => {
          try {
            return [JSON.parse(body) as unknown];
          } catch {
            return [];
          }
        });
        const turn = fc.nat({ max: 50 });
        // Long paths end at a single value, which the schemas leave to the adapter; short ones take whole branches away.
        const path = fc.oneof(
          fc.array(turn, { maxLength: 6 }),
          fc.array(turn, { minLength: 6, maxLength: 6, size: 'max' }),
        );
        const damage = fc.array(fc.tuple(path, arbitraryLeaf), { minLength: 1, maxLength: 4 });
        fc.assert(
          fc.property(statuses, fc.constantFrom(...payloads), damage, inputs, (status, payload, changes, input) => {
            let body = payload;
            for (const [at, value] of changes) body = replaced(body, at, value);
            expectOutcome(json(body, status), input);
          }),
          { numRuns: runs(2) },
        );
      });
    });

    if (contract.followUp.length > 0) {
      describe('its second request', () => {
        it.each(contract.followUp)('is made or not: %s', (_, response, changes, expected) => {
          const input = inputWith(changes);
          const second = operation.followUp?.(response, input, settings) ?? null;
          if (expected === null) {
            expect(second).toBeNull();
            return;
          }
          if (!second) throw new Error('no second request');
          expectSafe(second, secondAddress);
          const params = Object.fromEntries(new URL(second.url).searchParams);
          if (key && 'param' in key) delete params[key.param];
          if ('address' in expected) {
            expect(addressOf(second)).toBe(expected.address);
            expect(params).toEqual(expected.params);
            return;
          }
          const first = operation.request(input, settings);
          const wanted = Object.fromEntries(new URL(first.url).searchParams);
          for (const [name, value] of Object.entries(expected.changes)) {
            if (value === null) delete wanted[name];
            else wanted[name] = value;
          }
          expect(params).toEqual(wanted);
          expect(second.headers).toEqual(first.headers);
        });
      });
    }

    /** A schema-valid output or a schema-valid failure; and asking again never throws nor goes elsewhere. */
    function expectOutcome(response: UpstreamResponse, input: InputOf<Name>): void {
      const second = operation.followUp?.(response, input, settings);
      if (second) expectSafe(second, secondAddress);
      const [, sample] = contract.answers[0] ?? [];
      const afterThis = contract.first && sample ? [outcome(sample, input, response)] : [];
      for (const result of [...outcomes(response, input), ...afterThis]) {
        if ('code' in result) expectTellable(result);
        else expect(operation.output.parse(result.output)).toEqual(result.output);
      }
    }
  });

  /** A failure's reason is for people: short, ours, without addresses, and nothing of what the upstream wrote. */
  function expectTellable(failure: Failure): void {
    expect(failureSchema.safeParse(failure).success).toBe(true);
    expect(failure.reason).toMatch(/^[\x20-\x7e]{5,300}$/);
    expect(failure.reason).not.toMatch(/https?:|c4n4ry/);
  }
}

function otherUrl(setting: string): string {
  return `https://other.example:9443/${setting.toLowerCase()}`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Where a request goes, without its parameters. */
function addressOf({ url }: UpstreamRequest): string {
  return url.replace(/[?#].*$/s, '');
}

/** Every value that a parameter was sent with: in the address, or in a JSON body, where `filters.after` is a path. */
function sent({ url, body }: UpstreamRequest, name: string): unknown[] {
  if (body === undefined) return new URL(url).searchParams.getAll(name);
  let value: unknown = JSON.parse(body);
  for (const part of name.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  return value === undefined ? [] : [value];
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

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Failure, failureSchema, UpstreamFailure } from '../../lib/outcome.ts';
import type {
  Adapter,
  AdapterOperationName,
  InputOf,
  Operation,
  OutputOf,
  ProviderSettings,
  UpstreamRequest,
  UpstreamResponse,
} from '../../lib/providers/adapter.ts';
import { freshnesses } from '../../lib/search/query.ts';
import { anyCharacter, runs } from '../harness/fuzz.ts';

/** The guarantees of every adapter for each of its operations. `adapters.test.ts` runs it for all adapters. */
export interface AdapterContract<Name extends AdapterOperationName> {
  adapter: Adapter;
  operation: Name;
  /** An ordinary input; the cases below change only parts of it. */
  input: InputOf<Name>;
  /** The only place in a request where the key may be: a header, the URL or a JSON body; null without a key. */
  key: { header: string; prefix?: string } | { param: string } | { field: string } | null;
  /** Headers of every request, except the key's. */
  headers: Record<string, string>;
  method?: 'GET' | 'POST';
  /** Base URL, if its form matters: `{lang}` stands for any language. */
  url?: string;
  /** The setting with the URL of the request, if that is not the adapter's main URL. */
  otherUrl?: string;
  /** The path relative to the base URL; a pattern if it contains input. */
  path: string | RegExp;
  /** The path of the second request, if it differs. */
  secondPath?: RegExp;
  /**
   * The parameter of the query, an optional prefix, and the maximum length that this upstream accepts. `inPath`: the query
   * is the last segment of the path. `rewritten`: the upstream has a query language of its own. Null if the input has no
   * free text.
   */
  query:
    | { param: string; prefix?: string; maxChars: number; maxWords?: number; rewritten?: true }
    | { inPath: true; prefix?: string; maxChars: number; maxWords?: number }
    | null;
  /** Input → parameters of the request; null for one that must be absent. In a JSON body a name may be a path. */
  requests: readonly [
    name: string,
    input: Partial<InputOf<Name>>,
    params: Record<string, unknown>,
    elsewhere?: { address?: string; headers?: Record<string, string> },
  ][];
  /** Input that this upstream does not support. */
  skips: readonly [name: string, input: Partial<InputOf<Name>>][];
  /** A first response that leads to a second request, if the operation needs two. */
  first?: UpstreamResponse;
  /** Response → exact output. With `first`, this is the response to the second request. */
  answers: readonly [
    name: string,
    response: UpstreamResponse,
    output: OutputOf<Name>,
    asked?: { input?: Partial<InputOf<Name>>; first?: UpstreamResponse },
  ][];
  /** The body that means that nothing was found, if the upstream then omits everything: `{}`. */
  nothingFound?: string;
  /** Response → failure, with this exact wait if given (null: none). With `first`, for either of the two requests. */
  failures: readonly [
    name: string,
    response: UpstreamResponse,
    code: Failure['code'],
    waitMs?: number | null,
    only?: 'first',
  ][];
  /** Response → second request: its changed parameters or its URL; null for no second request. */
  followUp: readonly [
    name: string,
    response: UpstreamResponse,
    input: Partial<InputOf<Name>>,
    second:
      | { changes: Record<string, string | null> }
      | { address: string; params: Record<string, string>; headers?: Record<string, string> }
      | null,
  ][];
}

/** A contract for any one operation. */
export type AnyContract = { [Name in AdapterOperationName]: AdapterContract<Name> }[AdapterOperationName];

/** Adapters use the clock to detect invalid dates, so the tests freeze it. */
export const CONTRACT_NOW = Date.parse('2026-11-15T12:00:00Z');

/** A payload in the upstream's wire format. */
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

/** A key with every character that needs escaping somewhere. */
const KEY = 'c4n4ry+k3y/=&#%20!~';
export const BASE = 'https://upstream.example:8443/base/v1';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the tests look for control characters.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const q = fc.oneof(fc.string({ minLength: 1 }), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1_000 }));
const lang = fc.oneof(
  fc.constantFrom('', 'en', 'de-AT', 'zh-Hant-TW', 'PT-br', 'xx', 'fil-PH'),
  fc.stringMatching(/^[a-z]{2,8}$/),
);
const safe = fc.boolean();
const sites = fc.array(fc.constantFrom('example.com', 'xn--bcher-kva.example', 'a.b.c.example.org'), { minLength: 1 });
const day = fc.constantFrom('1990-01-01', '2026-11-15', '9999-12-31');
const search = fc.record(
  {
    q,
    page: fc.integer({ min: 1, max: 50 }),
    lang,
    safe,
    date: fc.constantFrom(null, ...freshnesses),
    site: sites,
    excludeSite: sites,
    country: fc.constantFrom('DE', 'US'),
    from: day,
    to: day,
  },
  { requiredKeys: ['q', 'page', 'lang', 'safe', 'date'] },
);
const lookup = fc.record({ q, lang, safe });

/** Every input that the API can accept, and some that it cannot. */
const arbitraryInputs: { [Name in AdapterOperationName]: fc.Arbitrary<InputOf<Name>> } = {
  web: search,
  images: search,
  news: search,
  videos: search,
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
  airQuality: fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  rate: fc.record({ from: fc.stringMatching(/^[A-Z]{3}$/), to: fc.stringMatching(/^[A-Z]{3}$/) }),
  define: fc.record({ q }),
  rerank: fc.record({ query: q, documents: fc.array(q, { minLength: 1, maxLength: 4 }) }),
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

/** Defines the tests of a contract. */
export function describeAdapter<Name extends AdapterOperationName>(contract: AdapterContract<Name>): void {
  const { adapter, operation: operationName, key, method = 'GET' } = contract;
  const settings: ProviderSettings = {
    url: contract.url ?? BASE,
    otherUrls: Object.fromEntries(Object.keys(adapter.otherUrls ?? {}).map((name) => [name, otherUrl(name)])),
    own: Object.fromEntries(Object.entries(adapter.ownSettings ?? {}).map(([name, { standard }]) => [name, standard])),
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
  const isRewritten = query !== null && 'rewritten' in query;
  const { prefix: beforeQuery = '', maxChars = 0, maxWords = Number.POSITIVE_INFINITY } = query ?? {};

  /** The query as sent, without the adapter's prefix. */
  function sentQuery(request: UpstreamRequest): string {
    const last = () => [decodeURIComponent(addressOf(request).split('/').at(-1) ?? '')];
    const [text, ...more] = (query && 'param' in query ? sent(request, query.param) : last()) as string[];
    expect(more).toEqual([]);
    expect(text?.startsWith(beforeQuery)).toBe(true);
    return text?.slice(beforeQuery.length) ?? '';
  }

  /** The output or the failure; any other error is rethrown. */
  function outcome(
    response: UpstreamResponse,
    input = contract.input,
    first?: UpstreamResponse,
  ): { output: OutputOf<Name> } | Failure {
    try {
      return { output: operation.parse(response, input, first, settings) };
    } catch (error) {
      if (error instanceof UpstreamFailure) return error.failure;
      throw error;
    }
  }

  /** The outcome of the first request, and of the second if there is one. */
  function outcomes(response: UpstreamResponse, input = contract.input) {
    const second = contract.first ? [outcome(response, input, contract.first)] : [];
    return [outcome(response, input), ...second];
  }

  const base = contract.otherUrl ? otherUrl(contract.otherUrl) : settings.url;
  const below = escaped(base).replace(escaped('{lang}'), '[a-z-]{2,12}');
  const path = typeof contract.path === 'string' ? escaped(contract.path) : contract.path.source;
  const firstAddress = new RegExp(`^${below}${path}$`);
  const secondAddress = contract.secondPath ? new RegExp(`^${below}${contract.secondPath.source}$`) : firstAddress;

  /** Checks that the request goes to the configured URL and has the key only where it belongs. */
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
    // No escaping changes these letters of the key.
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
      it(`goes to the configured URL, ${key ? 'with the key only where it belongs' : 'without a key'}`, () => {
        const request = ask();
        expectSafe(request);
        expect(request.headers).toMatchObject(contract.headers);
        if (method === 'POST') expect(request.headers['content-type']).toBe('application/json');
      });

      if (adapter.apiKey === 'optional') {
        it('works without a key too', () => {
          const request = operation.request(contract.input, { ...settings, apiKey: '' });
          if (key && 'header' in key) expect(request.headers).not.toHaveProperty(key.header);
          if (key && 'param' in key) expect(sent(request, key.param)).toEqual([]);
          if (key && 'field' in key) expect(sent(request, key.field)).toEqual([]);
        });
      }

      it.each(contract.requests)('has the right parameters: %s', (_, input, params, elsewhere = {}) => {
        const request = ask(input);
        for (const [name, value] of Object.entries(params)) {
          expect([name, sent(request, name)]).toEqual([name, value === null ? [] : [value]]);
        }
        if (elsewhere.address) expect(addressOf(request)).toBe(elsewhere.address);
        if (elsewhere.headers) expect(request.headers).toMatchObject(elsewhere.headers);
      });

      if (contract.skips.length > 0) {
        it.each(contract.skips)('is skipped with a reason: %s', (_, input) => {
          const reason = operation.supports?.(inputWith(input));
          expect(reason).toMatch(/^.{5,300}$/);
          expect(reason).not.toMatch(/c4n4ry|https?:/);
        });
      }

      if (query && !isRewritten) {
        it('contains the query unchanged, whatever its characters', () => {
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
      }

      if (query) {
        it('contains no more of a long query than this upstream accepts', () => {
          for (const text of ['x'.repeat(1_000), 'ab '.repeat(333), '😀'.repeat(1_000), `a ${'😀'.repeat(999)}`]) {
            if (isRewritten && operation.supports?.(inputWith(asking(text))) !== true) continue;
            const cut = sentQuery(ask(asking(text)));
            expect(cut.length).toBeGreaterThan(0);
            expect(beforeQuery.length + cut.length).toBeLessThanOrEqual(maxChars);
            expect(cut.split(' ').length).toBeLessThanOrEqual(maxWords);
            if (!isRewritten) expect(text.startsWith(cut)).toBe(true);
            expect(cut).not.toContain('\ufffd');
            expect(cut.isWellFormed()).toBe(true);
          }
        });
      }

      it('is safe, or skipped with a reason, for any input', () => {
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

    describe('its response', () => {
      it.each(contract.answers)('is parsed: %s', (_, response, output, asked = {}) => {
        const input = inputWith(asked.input);
        if (asked.first) expect(operation.followUp?.(asked.first, input, settings)).toBeTruthy();
        else expect(operation.followUp?.(response, input, settings) ?? null).toBeNull();
        expect(outcome(response, input, asked.first)).toEqual({ output });
        expect(operation.output.parse(output)).toEqual(output);
      });

      if (operationName === 'web') {
        it('has an infobox or null if and only if the adapter says so', () => {
          for (const [, response, , asked = {}] of contract.answers) {
            const { output } = outcome(response, inputWith(asked.input), asked.first) as { output: object };
            expect('infobox' in output).toBe(adapter.hasInfobox ?? false);
          }
        });
      }

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
      ])('is a failure by its status alone, whatever its body: %i', (status, code) => {
        for (const response of [
          plain(status, 'some text'),
          html(status),
          json({}, status),
          json(null, status),
          plain(status),
          { status, headers: {}, body: '' },
        ]) {
          // A firewall may refuse one query, which must not suspend the provider for everybody.
          const isPerhapsByQuery = status === 403 ? { perhapsByQuery: true } : {};
          for (const failure of outcomes(response)) expect(failure).toMatchObject({ code, ...isPerhapsByQuery });
        }
      });

      it('is a failure if it is not JSON', () => {
        // Without the word captcha, because a captcha page counts as a refusal.
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

      it('is a failure if it is JSON without content', () => {
        const bodies = ['{}', 'null', '7', '"c4n4ry"', 'true', '{"message":"c4n4ry"}'];
        for (const body of bodies.filter((text) => text !== contract.nothingFound)) {
          for (const failure of outcomes(json(body)))
            expect([body, failure]).toMatchObject([body, { code: 'upstream' }]);
        }
      });

      it('matches the schema or is a failure, for any JSON or text', () => {
        const bodies = fc.oneof(fc.json(), fc.string(), fc.string({ unit: anyCharacter }));
        fc.assert(
          fc.property(statuses, arbitraryHeaders, bodies, inputs, (status, headers, body, input) => {
            expectOutcome({ status, headers, body }, input);
          }),
          { numRuns: runs() },
        );
      });

      it('matches the schema or is a failure, for any damage to a real payload', () => {
        const real = [...contract.answers, ...contract.failures].map(([, response]) => response);
        const responses = [...real, ...(contract.first ? [contract.first] : [])];
        const payloads = responses.flatMap(({ body }) => {
          try {
            return [JSON.parse(body) as unknown];
          } catch {
            return [];
          }
        });
        if (payloads.length === 0) {
          // Not JSON: any part of the text is replaced by another text.
          const cut = fc.tuple(
            fc.constantFrom(...responses),
            fc.nat({ max: 2_000 }),
            fc.nat({ max: 2_000 }),
            fc.string(),
          );
          fc.assert(
            fc.property(statuses, cut, inputs, (status, [response, from, to, by], input) => {
              const body = response.body.slice(0, from) + by + response.body.slice(to);
              expectOutcome({ ...response, status, body }, input);
            }),
            { numRuns: runs(2) },
          );
          return;
        }
        const turn = fc.nat({ max: 50 });
        // Long paths reach single values, which the schemas leave to the adapter; short paths replace whole branches.
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
          if (method === 'POST' && 'changes' in expected) {
            const first = operation.request(input, settings);
            const wanted = { ...(JSON.parse(first.body ?? '') as object), ...expected.changes };
            // In JSON, a parameter that is absent is not there.
            const present = Object.entries(wanted).filter(([, value]) => value !== null);
            expect(JSON.parse(second.body ?? '')).toEqual(Object.fromEntries(present));
            expect({ ...second, body: '' }).toEqual({ ...first, body: '' });
            return;
          }
          const params = Object.fromEntries(new URL(second.url).searchParams);
          if (key && 'param' in key) delete params[key.param];
          if ('address' in expected) {
            expect(addressOf(second)).toBe(expected.address);
            expect(params).toEqual(expected.params);
            if (expected.headers) expect(second.headers).toEqual({ ...contract.headers, ...expected.headers });
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

    /** Checks that the output or failure matches its schema, and that a second request is safe. */
    function expectOutcome(response: UpstreamResponse, input: InputOf<Name>): void {
      const second = operation.followUp?.(response, input, settings);
      if (second) expectSafe(second, secondAddress);
      const [, sample] = contract.answers[0] ?? [];
      const afterThis = contract.first && sample ? [outcome(sample, input, response)] : [];
      for (const result of [...outcomes(response, input), ...afterThis]) {
        if ('code' in result) expectTellable(result);
        else expect(operation.output.parse(result.output)).toEqual(result.output);
      }
      const parsed = 'output' in outcome(response, input);
      if (parsed && adapter.pauseMs) expect(adapter.pauseMs(response)).toBeGreaterThanOrEqual(0);
    }
  });

  /** Checks that a failure's reason is short, in our own words, and without URLs or text from the upstream. */
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

/** The URL of a request without its parameters. */
function addressOf({ url }: UpstreamRequest): string {
  return url.replace(/[?#].*$/s, '');
}

/** All values of a parameter in the URL, or in a JSON body, where `filters.after` is a path. */
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

/** Replaces the value at a path. Each number picks a child, modulo their count; a path ends early at a leaf. */
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

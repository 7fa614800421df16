import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Failure, UpstreamFailure } from '../../../lib/outcome.ts';
import type { UpstreamResponse } from '../../../lib/providers/adapter.ts';
import { looseObject } from '../../../lib/providers/loose-json.ts';
import { readJson, requireOk, retryAfterMs } from '../../../lib/providers/responses.ts';
import { runs } from '../../harness/fuzz.ts';

const reply = (status: number, body = '', headers: Record<string, string> = {}): UpstreamResponse => ({
  status,
  headers,
  body,
});

/** The failure that `run` throws; any error other than an UpstreamFailure is rethrown. */
function failureOf(run: () => unknown): Failure | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof UpstreamFailure) return error.failure;
    throw error;
  }
}

describe('a service where nothing is left of what we paid for', () => {
  const noneLeft = { status: 429, headers: {}, body: '{"error":"Your account has run out of searches."}' };

  it('is asked again in an hour, because few tell the date, and is no bad key', () => {
    for (const response of [reply(402), noneLeft]) {
      expect(failureOf(() => requireOk(response))).toMatchObject({
        code: 'rate_limited',
        reason: expect.stringContaining('used up'),
        retryAfterMs: 3_600_000,
      });
    }
  });

  it('is asked again when it says', () => {
    const response = { ...noneLeft, headers: { 'retry-after': '60' } };
    expect(failureOf(() => requireOk(response))).toMatchObject({ code: 'rate_limited', retryAfterMs: 60_000 });
  });
});

describe('a status', () => {
  it.each([200, 201, 202, 204, 299])('of %i is a success', (status) => {
    expect(failureOf(() => requireOk(reply(status)))).toBeUndefined();
  });

  it.each([
    [401, 'refused'],
    [402, 'rate_limited'],
    [403, 'refused'],
    [408, 'timeout'],
    [429, 'rate_limited'],
    [400, 'rejected'],
    [404, 'rejected'],
    [410, 'rejected'],
    [414, 'rejected'],
    [418, 'rejected'],
    [422, 'rejected'],
    [301, 'upstream'],
    [302, 'upstream'],
    [304, 'upstream'],
    [308, 'upstream'],
    [100, 'upstream'],
    [500, 'upstream'],
    [501, 'upstream'],
    [502, 'upstream'],
    [503, 'upstream'],
    [504, 'upstream'],
    [599, 'upstream'],
    [999, 'upstream'],
  ])('of %i is a failure of the kind "%s", with the number in its reason', (status, code) => {
    const failure = failureOf(() => requireOk(reply(status)));
    expect(failure?.code).toBe(code);
    expect(failure?.reason).toContain(String(status));
  });

  it('of 403 about the User-Agent asks for the contact of the operator', () => {
    const body = 'Please set a user-agent and respect our robot policy.';
    expect(failureOf(() => requireOk(reply(403, body)))).toEqual({
      code: 'refused',
      reason: 'wants the contact of the operator: set CONTACT (HTTP 403)',
      perhapsByQuery: true,
    });
  });

  it('puts nothing of the body or the URL in its reason', () => {
    const headers = { location: 'https://other.example/?key=secret' };
    for (const status of [302, 400, 401, 403, 404, 429, 500]) {
      expect(failureOf(() => requireOk(reply(status, 'secret', headers)))?.reason).not.toMatch(/secret|other\.example/);
    }
  });

  it.each([429, 503])('of %i includes the wait that the upstream requests', (status) => {
    expect(failureOf(() => requireOk(reply(status, '', { 'retry-after': '7' })))?.retryAfterMs).toBe(7_000);
    expect(failureOf(() => requireOk(reply(status)))).not.toHaveProperty('retryAfterMs');
  });
});

describe('Retry-After', () => {
  const NOW = Date.parse('2026-11-15T12:00:00Z');
  const wait = (text: string) =>
    retryAfterMs(reply(429, '', { 'retry-after': text, date: new Date(NOW).toUTCString() }));

  it.each([
    ['0', 0],
    ['1', 1_000],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['1.5', 1_500],
    ['3600', 3_600_000],
  ])('can be a number of seconds: %j', (text, ms) => {
    expect(wait(text)).toBe(ms);
  });

  it.each([
    ['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
    ['Sunday, 15-Nov-26 12:01:00 GMT', 60_000],
    ['2026-11-15T12:02:00Z', 120_000],
  ])('can be a date: %j', (text, ms) => {
    expect(wait(text)).toBe(ms);
  });

  it('is limited to an hour', () => {
    expect(wait('3601')).toBe(3_600_000);
    expect(wait('99999999999')).toBe(3_600_000);
    expect(wait('Fri, 15 Nov 2126 12:00:00 GMT')).toBe(3_600_000);
  });

  it('in the past means no wait', () => {
    expect(wait('Sun, 15 Nov 2026 11:00:00 GMT')).toBe(0);
  });

  it.each(['', ' ', 'soon', '-5', '+5', '5 s', '1e3', '0x10', 'NaN', 'Infinity', 'null', '5, 10'])(
    'is ignored if it is unreadable: %j',
    (text) => {
      expect(wait(text)).toBeUndefined();
    },
  );

  it('as a date says nothing without the time at which the upstream sent it', () => {
    expect(retryAfterMs(reply(429, '', { 'retry-after': 'Fri, 15 Nov 2126 12:00:00 GMT' }))).toBeUndefined();
  });

  it('is optional', () => {
    expect(retryAfterMs(reply(429))).toBeUndefined();
  });

  it('is between zero and an hour, or absent, for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String)), (text) => {
        const ms = wait(text);
        if (ms !== undefined) {
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThanOrEqual(3_600_000);
        }
      }),
      { numRuns: runs() },
    );
  });
});

describe('a body', () => {
  const schema = z.object({ a: z.number() });

  it('is parsed as JSON of the requested shape', () => {
    expect(readJson(reply(200, '{"a":1,"b":2}', { 'content-type': 'application/json' }), schema)).toEqual({ a: 1 });
  });

  it('is parsed with any content type except that of a web page', () => {
    for (const type of ['text/plain', 'application/vnd.x+json; charset=utf-8', 'application/octet-stream', '']) {
      expect(readJson(reply(200, ' {"a":1}\n', { 'content-type': type }), schema)).toEqual({ a: 1 });
    }
    expect(readJson(reply(200, '{"a":1}'), schema)).toEqual({ a: 1 });
  });

  it.each([
    ['nothing', ''],
    ['text', 'Query Execution Failed'],
    ['a web page', '<!doctype html><title>x</title>'],
    ['JSON that breaks off', '{"a":1'],
    ['JSON with something after it', '{"a":1} {"a":1}'],
    ['JSON of another shape', '{"a":"1"}'],
    ['JSON without what is asked for', '{}'],
    ['null', 'null'],
    ['a list', '[{"a":1}]'],
  ])('that is %s is an upstream failure', (_, body) => {
    expect(failureOf(() => readJson(reply(200, body), schema))?.code).toBe('upstream');
  });

  it('that is nested too deeply is an upstream failure, and is not parsed', () => {
    const body = `{"a":1,"b":${'['.repeat(21)}${']'.repeat(21)}}`;
    expect(failureOf(() => readJson(reply(200, body), schema))).toMatchObject({
      code: 'upstream',
      reason: expect.stringContaining('nested too deeply'),
    });
  });

  it('with the content type of a web page is an upstream failure, whatever its content', () => {
    for (const type of ['text/html', 'TEXT/HTML; charset=utf-8', ' text/html']) {
      expect(failureOf(() => readJson(reply(200, '{"a":1}', { 'content-type': type }), schema))?.code).toBe('upstream');
    }
  });

  it('that is a captcha is a refusal, because the upstream takes us for a robot', () => {
    const pages = [
      '<html><body><form id="challenge-form" action="/anomaly.js">Select all squares</form></body></html>',
      '<html><head><script src="/altcha.js"></script></head><altcha-widget challengeurl="/c"></altcha-widget></html>',
      '<!doctype html><title>Just a moment...</title><div class="g-recaptcha"></div>',
      '<html><body>Please complete the CAPTCHA to continue.</body></html>',
    ];
    for (const body of pages) {
      const page = reply(200, body, { 'content-type': 'text/html' });
      expect(failureOf(() => readJson(page, schema))?.code).toBe('refused');
    }
  });

  it('never appears in the reason of a failure', () => {
    const pages = [reply(200, 'secret'), reply(200, '"secret"'), reply(200, 'secret', { 'content-type': 'text/html' })];
    for (const page of pages) expect(failureOf(() => readJson(page, schema))?.reason).not.toContain('secret');
  });

  it('of a megabyte of brackets is an ordinary failure', () => {
    expect(failureOf(() => readJson(reply(200, '['.repeat(1_000_000)), schema))?.code).toBe('upstream');
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(failureOf(() => readJson(reply(200, deep), schema))?.code).toBe('upstream');
  });

  it('is parsed or an UpstreamFailure, for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (body) => {
        const failure = failureOf(() => readJson(reply(200, body), schema));
        if (failure) expect(failure.code).toBe('upstream');
      }),
      { numRuns: runs() },
    );
  });
});

describe('a loose object', () => {
  it('is returned unchanged, and is empty for anything else', () => {
    expect(looseObject.parse({ a: 1, b: null })).toEqual({ a: 1, b: null });
    for (const other of [null, undefined, 1, 'text', true, ['a']]) expect(looseObject.parse(other)).toEqual({});
  });

  it('does not pollute a prototype', () => {
    const parsed = looseObject.parse(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'));
    expect((parsed as { polluted?: boolean }).polluted).toBeUndefined();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

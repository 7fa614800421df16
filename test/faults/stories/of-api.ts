import { expect } from 'vitest';
import { generateKey } from '../../../lib/keys/key-format.ts';
import { VERSION } from '../../../lib/version.ts';
import { openwebui, searchIn, tavily } from '../../harness/dialects.ts';
import { callTool, sendMcp, textOf } from '../../harness/mcp.ts';
import type { Story } from '../../harness/outage.ts';
import { eventually } from '../../harness/processes.ts';
import { newAccount, searchesOf } from '../../harness/searching.ts';
import type { TestApp } from '../../harness/test-app.ts';
import type { Reply } from '../../harness/test-system.ts';

/** A web process whose metrics need a token. */
export const GUARDED = 1;
const AWAY = 'The service is temporarily unavailable.';

/** Callers of the API, whatever keeps Redis from answering. */
export function storiesOfCallers(app: () => TestApp): Record<string, Story> {
  const expectUndecided = ({ status, body, text, headers }: Reply) => {
    expect([status, body], text).toEqual([503, { detail: expect.stringMatching(/\S/) }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  };
  const samples = async () => (await app().get('/metrics', { key: '' })).text.split('\n');
  const ofRedis = async () => (await samples()).filter((line) => line.startsWith('tributary_redis_'));
  const refused = async () => {
    const all = (await samples()).filter((line) => /^tributary_requests_total\{.*route="\/api\/v1\/web\/"/.test(line));
    return Number(all.find((line) => line.includes('status="503"'))?.split('} ')[1] ?? 0);
  };

  return {
    async *'a key that may be valid is never called invalid, and garbage is still refused'() {
      yield;
      const { key } = app();
      for (const one of [key, generateKey().key]) expectUndecided(await app().get('/api/v1/web/?q=x', { key: one }));
      expectUndecided(await app().get('/api/v1/key/'));
      for (const bad of ['trib_aaaaaaaa.garbage', 'nonsense', `${key.slice(0, -6)}zzzzzz`]) {
        const { status, body, headers } = await app().get('/api/v1/web/?q=x', { key: bad });
        expect(headers.get('www-authenticate')).toBe('Api-Key');
        expect([status, body]).toEqual([401, { detail: 'Invalid or revoked API key.' }]);
      }
      const { status, body } = await app().get('/api/v1/key/', { key: '' });
      expect([status, body]).toEqual([401, { detail: 'Authentication credentials were not provided.' }]);
      yield;
      expect((await app().get('/api/v1/key/')).status).toBe(200);
    },

    async *'the process is live but not ready, says why without an address, and recovers on its own'() {
      yield;
      const reply = await eventually('it is not ready', async () => {
        const one = await app().get('/readyz', { key: '' });
        return one.status === 503 && one;
      });
      expect(reply.body.reasons.join()).toMatch(/Redis/);
      expect(reply.text).not.toMatch(/127\.0\.0\.1/);
      expect(reply.text).not.toContain(String(app().redis.port));
      expect((await app().get('/healthz', { key: '' })).body).toEqual({ status: 'ok', version: VERSION });
      yield;
      await eventually('it is ready', async () => (await app().get('/readyz', { key: '' })).status === 200);
    },

    async *'the metrics still work, say that Redis is away and count what is refused'() {
      yield;
      const before = await refused();
      expect((await app().search('for the metrics')).status).toBe(503);
      await eventually('it is counted', async () => (await refused()) === before + 1);
      expect(await ofRedis()).toEqual(['tributary_redis_up{redis="main"} 0']);
      expect((await app().get('/metrics', { key: '', web: GUARDED })).status).toBe(401);
      yield;
      expect((await ofRedis()).join()).toContain('tributary_redis_round_trip_seconds');
    },
  };
}

/** Callers of the API when Redis is gone. */
export function storiesOfEndpoints(app: () => TestApp): Record<string, Story> {
  return {
    async *'every endpoint that needs Redis answers with 503, and a cached answer is not given without a look at the key'() {
      expect((await app().search('asked before')).status).toBe(200);
      yield;
      for (const path of ['', 'status/', 'key/', 'web/', 'web/?q=asked+before']) {
        const { status, body } = await app().get(`/api/v1/${path}`);
        expect([path, status, body]).toEqual([path, 503, { detail: expect.any(String) }]);
      }
      yield;
      expect((await app().search('asked before')).status).toBe(200);
    },

    async *'clients of other services get a 503 in their own format, and nothing is counted'() {
      const { key } = await newAccount(app());
      yield;
      for (const dialect of [tavily, openwebui]) {
        const reply = await searchIn(app(), dialect, 'redis', { key });
        expect([reply.status, reply.body]).toEqual([503, dialect.error(AWAY)]);
        expect(reply.headers.get('retry-after')).toBe('1');
      }
      yield;
      expect(await searchesOf(app(), key)).toBe(0);
    },

    async *"a client of SearXNG gets a 503 in SearXNG's format, and only what was answered is counted"() {
      const { key } = await newAccount(app());
      // Beyond the last page, so that no engine is asked.
      const search = () => app().get(`/compat/searxng/${key}/search?q=node&pageno=51`, { key: '' });
      expect((await search()).status).toBe(200);
      yield;
      for (const path of ['search?q=node', 'config', 'autocompleter?q=node']) {
        const reply = await app().get(`/compat/searxng/${key}/${path}`, { key: '' });
        expect([reply.status, reply.body]).toEqual([503, { error: AWAY, results: [] }]);
        expect(reply.headers.get('retry-after')).toBe('1');
      }
      expect((await app().get('/compat/searxng/healthz', { key: '' })).text).toBe('OK');
      yield;
      expect((await search()).status).toBe(200);
      await eventually('both are counted', async () => (await searchesOf(app(), key)) === 2);
    },

    async *'a client of MCP gets a 503 in its own format, and only what was answered is counted'() {
      const { key } = await newAccount(app());
      const sum = () => callTool(app(), 'instant_answer', { query: '2+2' }, { key });
      expect(textOf(await sum())).toBe('2 + 2 = 4');
      yield;
      for (const reply of [await sum(), await sendMcp(app(), 'tools/list', {}, { key })]) {
        expect(reply.status).toBe(503);
        expect(reply.body).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32000, message: AWAY } });
        expect(reply.headers.get('retry-after')).toBe('1');
      }
      yield;
      expect((await sendMcp(app(), 'tools/list', {}, { key })).status).toBe(200);
      await eventually('one call is counted', async () => (await searchesOf(app(), key)) === 1);
    },

    async *'the log tells it once with the reason, and each request that was refused, without what was asked'() {
      const web = app().webs[0] ?? expect.unreachable();
      yield;
      const { headers, status } = await app().search('sphinxword away');
      expect(status).toBe(503);
      for (let more = 0; more < 5; more++) expect((await app().get('/api/v1/key/')).status).toBe(503);
      yield;
      const told = web.lines.filter(({ msg }) => msg === 'Redis is away');
      expect(told.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(/^(the connection was lost|nothing listens)/),
      ]);
      const id = headers.get('x-request-id');
      const line = await eventually('the request is logged', () =>
        web.lines.find(({ msg, reqId }) => msg === 'request' && reqId === id),
      );
      expect(line).toMatchObject({ status: 503 });
      for (const { output } of [web, ...app().workers]) expect(output).not.toMatch(/sphinxword|unhandled/i);
    },
  };
}

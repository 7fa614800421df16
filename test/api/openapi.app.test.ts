import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorReplies } from '../../api/contract/error-replies.ts';
import { inlined } from '../../api/reference/document.ts';
import { setDisabled } from '../harness/as-tester.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { addWebs, NOBODY, newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Record<string, unknown>;
}

interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  servers?: { url: string }[];
  components: {
    securitySchemes: Record<string, Record<string, string>>;
    schemas: Record<string, JsonSchema>;
    responses: Record<string, object>;
    headers: Record<string, object>;
  };
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        summary: string;
        description: string;
        parameters?: Parameter[];
        security: Record<string, unknown>[];
        requestBody?: { content: Record<string, { schema: { required?: string[] } }> };
        responses: Record<
          string,
          { description: string; headers?: Record<string, object>; content: Record<string, { schema: JsonSchema }> }
        >;
      }
    >
  >;
}

/** Every endpoint that the document must describe. */
const PATHS = [
  '/api/v1/',
  '/api/v1/web/',
  '/api/v1/images/',
  '/api/v1/images/similar/',
  '/api/v1/news/',
  '/api/v1/videos/',
  '/api/v1/maps/',
  '/api/v1/translate/',
  '/api/v1/translate/languages/',
  '/api/v1/instant/',
  '/api/v1/cards/',
  '/api/v1/suggest/',
  '/api/v1/extract/',
  '/api/v1/map/',
  '/api/v1/context/',
  '/api/v1/rerank/',
  '/api/v1/status/',
  '/api/v1/key/',
];

/** Other forms of the same searches. */
const OTHERS = [
  ...['web', 'images', 'news', 'videos', 'context'].map((tab) => `/api/v1/${tab}/stream/`),
  '/api/v1/batch/',
];

let app: TestApp;
let webs: Record<'tight' | 'bare' | 'proxied' | 'named', number>;
let document: OpenApi;
/** What the document says of each path, without references. */
let paths: OpenApi['paths'];

beforeAll(async () => {
  app = await TestApp.start();
  webs = await addWebs(app, {
    tight: { API_THROTTLE_BURST: '1/hour' },
    bare: NOBODY,
    proxied: { TRUST_PROXY: '127.0.0.1' },
    named: { PUBLIC_URL: 'https://search.example' },
  });
  document = (await app.get('/api/v1/openapi.json', { key: '' })).body;
  paths = inlined(document).paths;
});
afterAll(() => app?.stop());

const operation = (path: string) => {
  const found = paths[path]?.get;
  if (!found) throw new Error(`${path} is not described`);
  return found;
};

/** The schemas of errors are the same for all paths: each is read once. */
const checks = new Map<string, z.ZodType>();

function checkOf(schema: JsonSchema): z.ZodType {
  const text = JSON.stringify(schema);
  const check = checks.get(text) ?? z.fromJSONSchema(schema);
  checks.set(text, check);
  return check;
}

/** Checks every field of a reply against the document for this path and status. */
function expectDocumented(path: string, reply: Reply, status: number): void {
  expect(reply.status, reply.text).toBe(status);
  const schema = operation(path).responses[status]?.content['application/json']?.schema;
  if (!schema) throw new Error(`${path} does not describe its ${status}`);
  const checked = checkOf(schema).safeParse(reply.body);
  expect(checked.error?.issues ?? []).toEqual([]);
}

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 and public', async () => {
    const reply = await app.get('/api/v1/openapi.json', { key: '' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.body.openapi).toMatch(/^3\.1\.\d+$/);
    expect(reply.body.info).toMatchObject({ title: 'Tributary', version: expect.stringMatching(/\S/) });
  });

  test('describes every endpoint, and the root lists them', async () => {
    const all = [...PATHS, ...OTHERS, '/api/v1/crawl/'].sort();
    // test/api/admin/ is about the management API.
    const described = Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/admin/'));
    const ofOneCrawl = ['', 'pages/', 'stream/', 'deliveries/', 'deliveries/{delivery}/send/'].map(
      (path) => `/api/v1/crawl/{id}/${path}`,
    );
    expect(described.sort()).toEqual([...all, ...ofOneCrawl].sort());
    const listed = Object.values((await app.get('/api/v1/')).body).map((url) => new URL(String(url)).pathname);
    expect(['/api/v1/', ...listed].sort()).toEqual(all);
  });

  test('has a description, the key and the replies of each endpoint', () => {
    const ids = PATHS.map((path) => operation(path).operationId);
    expect(new Set(ids).size).toBe(PATHS.length);
    for (const path of PATHS) {
      const { summary, description, security, responses } = operation(path);
      expect(summary).toMatch(/\S/);
      expect(description).toMatch(/\S/);
      const schemes = security
        .flatMap((one) => Object.keys(one))
        .map((name) => document.components.securitySchemes[name]);
      expect(schemes).toEqual([expect.objectContaining({ type: 'apiKey', in: 'header', name: 'Authorization' })]);
      for (const status of ['200', '401', '403', '429', '503']) {
        expect(responses[status]?.content['application/json']?.schema, `${path} ${status}`).toBeDefined();
        expect(responses[status]?.description, `${path} ${status}`).toMatch(/\S/);
      }
    }
    expect(operation('/api/v1/web/').responses['400']).toBeDefined();
  });

  test('describes the shared parameters with their values and defaults', () => {
    const parameters = Object.fromEntries((operation('/api/v1/web/').parameters ?? []).map((one) => [one.name, one]));
    const names =
      'country date deadline_ms detail engine exclude_site extract fresh from lang limit min_engines page q rerank rules safe site to';
    expect(Object.keys(parameters).sort()).toEqual(names.split(' '));
    for (const parameter of Object.values(parameters)) {
      expect(parameter.in).toBe('query');
      expect(parameter.required ?? false, parameter.name).toBe(parameter.name === 'q');
      expect(parameter.description, parameter.name).toMatch(/\S/);
    }
    expect(parameters.q?.schema).toMatchObject({ type: 'string', maxLength: 1_000 });
    expect(parameters.page?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 50, default: 1 });
    expect(parameters.safe?.schema).toMatchObject({ type: 'string', default: 'on' });
    expect(parameters.safe?.schema.enum).toEqual(expect.arrayContaining(['on', 'off']));
    expect(parameters.date?.schema).toMatchObject({ type: 'string', enum: ['d', 'w', 'm', 'y'] });
    expect(parameters.engine?.schema).toMatchObject({ default: 'all' });
    expect(parameters.lang?.schema).toMatchObject({ type: 'string', default: '' });
  });

  test('describes streams as events, with the parameters and errors of the plain endpoint', () => {
    const [plain, stream] = [operation('/api/v1/news/'), operation('/api/v1/news/stream/')];
    expect(stream.operationId).toBe('news_stream');
    expect(stream.parameters).toEqual(plain.parameters);
    expect(Object.keys(stream.responses['200']?.content ?? {})).toEqual(['text/event-stream']);
    for (const status of ['400', '401', '403', '429', '503']) {
      expect(stream.responses[status]).toEqual(plain.responses[status]);
    }
  });

  test('names the schemas of what replies contain', () => {
    const { schemas } = document.components;
    for (const name of ['WebResult', 'ImageResult', 'NewsResult', 'VideoResult', 'Place', 'Problem', 'FieldProblems']) {
      expect(Object.keys(schemas)).toContain(name);
    }
    for (const name of Object.keys(schemas)) {
      expect(JSON.stringify(document), name).toContain(`"$ref":"#/components/schemas/${name}"`);
    }
    const web = document.paths['/api/v1/web/']?.get?.responses['200']?.content['application/json']?.schema;
    expect(web).toMatchObject({ properties: { results: { items: { $ref: '#/components/schemas/WebResult' } } } });
  });

  test('has each error and each header once, under a name', () => {
    const { responses, headers } = document.components;
    expect(Object.keys(responses).sort()).toEqual(Object.keys(errorReplies).sort());
    expect(Object.keys(headers).sort()).toEqual(['RateLimit', 'RateLimit-Policy', 'Retry-After']);
    const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const statuses = new Map<string, Set<string>>(Object.keys(responses).map((name) => [name, new Set()]));
    for (const [status, reply] of all.flatMap((one) => Object.entries<object>(one.responses))) {
      if (status.startsWith('2')) continue;
      const [name = ''] = Object.values(reply).map((reference) => String(reference).split('/').at(-1));
      expect(reply).toEqual({ $ref: `#/components/responses/${name}` });
      statuses.get(name)?.add(status);
    }
    for (const [name, used] of statuses) expect([name, used.size]).toEqual([name, 1]);
  });

  test('says which fields a translation needs, in the address and in both kinds of body', () => {
    const { get, post } = document.paths['/api/v1/translate/'] ?? {};
    expect(get?.parameters?.filter(({ required }) => required).map(({ name }) => name)).toEqual(['target']);
    const bodies = Object.values(post?.requestBody?.content ?? {});
    expect(bodies.map(({ schema }) => schema.required)).toEqual([['target'], ['target']]);
  });

  test('describes the headers about limits', () => {
    for (const path of PATHS) {
      const headersOf = (status: string) => Object.keys(operation(path).responses[status]?.headers ?? {});
      expect(headersOf('200')).toEqual(['RateLimit-Policy', 'RateLimit']);
      expect(headersOf('429')).toContain('Retry-After');
      expect(headersOf('503')).toContain('Retry-After');
    }
  });

  test('leaves out the formats of other services', () => {
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
  });

  test('names the address that it was fetched from, or PUBLIC_URL, and caches keep only the latter for others', async () => {
    const [plain = '', proxied = '', named = ''] = [0, webs.proxied, webs.named].map((web) => app.urls[web]);
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'proxy.example' };
    for (const [url, headers, address, caching] of [
      [plain, {}, plain, 'private'],
      [plain, { host: 'other.example:8080' }, 'http://other.example:8080', 'private'],
      [plain, forwarded, plain, 'private'],
      [proxied, forwarded, 'https://proxy.example', 'private'],
      [named, { host: 'other.example' }, 'https://search.example', 'public'],
    ] as const) {
      const reply = await rawRequest(`${url}/api/v1/openapi.json`, { headers });
      expect(reply.headers['cache-control']).toBe(`${caching}, max-age=300`);
      expect(JSON.parse(reply.text)).toEqual({ ...document, servers: [{ url: address }] });
    }
  });

  test('contains every reference that it uses', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
    for (const reference of references) {
      const target = reference
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
      expect(target, reference).toBeDefined();
    }
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"[^#]/);
  });
});

describe('live replies match the document:', () => {
  test.each(PATHS)('200 of %s', async (path) => {
    const asked =
      path === '/api/v1/rerank/' ? 'query=linux&documents=linux' : 'q=linux&target=de&url=http://127.0.0.1/';
    expectDocumented(path, await app.get(`${path}?${asked}`), 200);
  });

  test('200 of a search without results, a key with limits and a status without providers', async () => {
    expectDocumented('/api/v1/web/', await app.search('zxqwvkjhq'), 200);
    const { key } = await newAccount(app, { name: 'x', expiresAt: new Date(Date.now() + 3_600_000) });
    expectDocumented('/api/v1/key/', await app.get('/api/v1/key/', { key, web: webs.tight }), 200);
    expectDocumented('/api/v1/status/', await app.get('/api/v1/status/', { web: webs.bare }), 200);
  });

  test('400, 401, 403, 429 and 503', async () => {
    const at = '/api/v1/web/';
    expectDocumented(at, await app.get(at), 400);
    expectDocumented(at, await app.get(`${at}?page=0&date=x`), 400);
    const { username, key } = await newAccount(app);
    await app.get('/api/v1/key/', { key, web: webs.tight });
    await setDisabled(app.client, username, true);
    for (const path of PATHS) {
      expectDocumented(path, await app.get(path, { key: '' }), 401);
      expectDocumented(path, await app.get(path, { key: 'nonsense' }), 401);
      expectDocumented(path, await app.get(path, { key }), 403);
    }
    await setDisabled(app.client, username, false);
    for (const path of PATHS) expectDocumented(path, await app.get(path, { key, web: webs.tight }), 429);
    expectDocumented(at, await app.search('linux', { web: webs.bare }), 503);
  });
});

describe('the reference', () => {
  const page = () => app.get('/docs', { key: '', redirect: 'manual' });

  test('is HTML and public', async () => {
    const reply = await page();
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^text\/html/);
    expect(reply.text).toContain('Tributary');
  });

  test('loads everything from its own host, without missing files', async () => {
    const { text } = await page();
    const base = `${app.urls[0]}/docs`;
    const links = [...text.matchAll(/\b(?:src|href)\s*=\s*["']([^"']+)["']/g)].map(
      ([, url]) => new URL(url ?? '', base),
    );
    expect(links.length).toBeGreaterThan(3);
    for (const url of links) {
      expect(url.origin).toBe(app.urls[0]);
      expect((await fetch(url)).status, url.pathname).toBe(200);
    }
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });

  test('allows scripts, styles and images from no other host, and works without TLS', async () => {
    const policy = (await page()).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*(unsafe-inline|https?:|\*)/);
    // Any host name in the policy would be a third party.
    expect(policy).not.toMatch(/\b[a-z0-9-]+\.[a-z]{2,}\b/);
    // On plain http, as in a home network, this would send the browser to https, which does not exist there.
    expect(policy).not.toContain('upgrade-insecure-requests');
  });
});

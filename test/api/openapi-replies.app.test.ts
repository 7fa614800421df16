import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiDocument, inlined } from '../../api/reference/document.ts';
import { apiReference } from '../../tools/api-reference.ts';
import { newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  example?: unknown;
  schema: { type?: string; maxLength?: number; example?: unknown; default?: unknown };
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { content: Record<string, { schema: object; example?: unknown }> }>;
}

const Q = 'q';
const TAB =
  'q engine safe lang page date detail deadline_ms min_engines site exclude_site country limit rules fresh from to'.split(
    ' ',
  );

/** Every endpoint: its parameters, and requests with the fullest and the emptiest good replies. */
const ENDPOINTS: Record<string, { takes: string[]; required: string[]; live: string[] }> = {
  '/api/v1/': { takes: [], required: [], live: [''] },
  '/api/v1/web/': {
    takes: [...TAB, 'extract', 'rerank'],
    required: [Q],
    live: [
      'q=linux',
      'q=javascrpt',
      'q=zxqwvkjhq',
      'q=linux&page=50',
      'q=linux&detail=full',
      'q=linux&detail=full&limit=3',
      'q=linux&detail=full&rules=%24discard&rerank=on',
    ],
  },
  '/api/v1/images/': {
    takes: TAB.filter((name) => !['date', 'from', 'to'].includes(name)),
    required: [Q],
    live: ['q=paris', 'q=zxqwvkjhq', 'q=paris&page=50', 'q=paris&engine=engine_a&page=50', 'q=paris&detail=full'],
  },
  '/api/v1/images/similar/': {
    takes: [Q, 'query', 'exclude_url', 'engine', 'safe', 'lang', 'detail'],
    required: [],
    live: ['q=Paris+-+Example', 'query=paris', 'q=...', 'q=zxqwvkjhq', 'q=paris&detail=full'],
  },
  '/api/v1/news/': {
    takes: [...TAB, 'sort'],
    required: [Q],
    live: ['q=climate+change', 'q=berlin&lang=de', 'q=x&engine=engine_c', 'q=berlin&detail=full'],
  },
  '/api/v1/videos/': {
    takes: TAB,
    required: [Q],
    live: ['q=climate+change', 'q=berlin&lang=de', 'q=linux&date=y', 'q=linux&detail=full'],
  },
  '/api/v1/cards/': {
    takes: [Q, 'engine', 'safe', 'lang'],
    required: [Q],
    live: ['q=paris', 'q=albert+einstein', 'q=how+to+undo+last+git+commit', 'q=berlin&lang=de', 'q=zxqwvkjhq'],
  },
  '/api/v1/rerank/': {
    takes: ['query', 'documents', 'top_n'],
    required: ['query', 'documents'],
    live: ['query=paris&documents=paris&documents=rome', 'query=paris&documents=rome&top_n=1'],
  },
  '/api/v1/extract/': {
    takes: 'urls url format max_chars query chunks links images render screenshot max_age detail'.split(' '),
    required: [],
    // Nothing that is not public is read: the reply is an empty list.
    live: [
      'url=http://127.0.0.1/',
      'url=http://127.0.0.1/&max_age=0&detail=full',
      'urls=http://127.0.0.1/a&urls=http://127.0.0.1/b',
    ],
  },
  '/api/v1/map/': {
    takes: ['url', 'q', 'limit', 'subdomains', 'include', 'exclude'],
    required: ['url'],
    // Nothing that is not public is asked: the reply is an empty list.
    live: ['url=http://127.0.0.1/&q=linux', 'url=http://127.0.0.1/&limit=5&include=/a&include=/b&subdomains=true'],
  },
  '/api/v1/context/': {
    takes: (
      'q max_tokens max_tokens_per_page pages threshold engine safe lang date from to site exclude_site country rules fresh ' +
      'rerank deadline_ms'
    ).split(' '),
    required: [Q],
    // Nothing is found, so no page is read.
    live: ['q=zxqwvkjhq', 'q=zxqwvkjhq&max_tokens=2048&threshold=strict', 'q=linux&site=nowhere.example'],
  },
  '/api/v1/maps/': {
    takes: [Q, 'lat', 'lon', 'limit', 'zoom', 'lang'],
    required: [],
    live: ['q=paris', 'q=zxqwvkjhq', 'lat=48.8583&lon=2.2945', 'lat=0&lon=-30'],
  },
  '/api/v1/translate/': {
    takes: [Q, 'text', 'target', 'source'],
    required: ['target'],
    live: ['q=Good+morning&target=de', 'text=Hallo&target=en&source=de'],
  },
  '/api/v1/translate/languages/': { takes: [], required: [], live: [''] },
  '/api/v1/instant/': {
    takes: [Q, 'lang', 'tz', 'detail'],
    required: [Q],
    live: [
      '2+2',
      '10 km in miles',
      '255 in hex',
      '#ff8800',
      'sha256 of x',
      'time in tokyo',
      'weather berlin',
      'my ip',
      'roll 2d6',
      '3pm EST to London',
      'http 404',
    ].map((q) => `q=${encodeURIComponent(q)}`),
  },
  '/api/v1/suggest/': { takes: [Q, 'lang'], required: [Q], live: ['q=node', 'q=zxqwvkjhq'] },
  '/api/v1/status/': { takes: ['detail'], required: [], live: ['', 'detail=full'] },
  '/api/v1/key/': { takes: [], required: [], live: [''] },
};
const PATHS = Object.keys(ENDPOINTS);
const ALL_PARAMETERS = [...new Set(Object.values(ENDPOINTS).flatMap(({ takes }) => takes))];

// Strict mode rejects unknown keywords and contradictory types. `example` is a keyword of OpenAPI.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  allErrors: true,
  keywords: ['example', 'discriminator'],
  formats: { 'date-time': true },
});

let app: TestApp;
let operations: Record<string, Operation>;
let openApi: ApiDocument;
beforeAll(async () => {
  app = await TestApp.start({
    env: { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'wikipedia', API_THROTTLE_SUSTAINED: 'off' },
  });
  const { body } = await app.get('/api/v1/openapi.json', { key: '' });
  openApi = inlined(body);
  operations = Object.fromEntries(
    Object.entries(openApi.paths as unknown as Record<string, { get: Operation }>).map(([path, { get }]) => [
      path,
      get,
    ]),
  );
});
afterAll(() => app?.stop());

const described = (path: string): Operation => {
  const operation = operations[path];
  if (!operation) throw new Error(`${path} is not described`);
  return operation;
};
const answer = (path: string) => described(path).responses['200']?.content['application/json'];
const parametersOf = (path: string) => described(path).parameters ?? [];

/** Most bodies are errors, and most parameters are alike: each schema is compiled once. */
const checkers = new Map<string, ValidateFunction>();

function checker(schema: object | undefined): ValidateFunction {
  if (!schema) throw new Error('There is no schema.');
  const text = JSON.stringify(schema);
  const check = checkers.get(text) ?? ajv.compile(schema);
  checkers.set(text, check);
  return check;
}

function expectValid(check: ValidateFunction, value: unknown, what: string): void {
  check(value);
  expect(check.errors ?? [], what).toEqual([]);
}

/** A valid request. */
const good = (path: string) => `${path}?${ENDPOINTS[path]?.live[0] ?? ''}`;

test('docs/api.md is generated from the document', () => {
  // When this fails: npm run docs.
  expect(readFileSync('docs/api.md', 'utf8')).toBe(apiReference(openApi));
});

test('docs/api.md explains an error once, and at an endpoint what is different there', () => {
  const text = readFileSync('docs/api.md', 'utf8');
  expect(text.split('A limit was reached')).toHaveLength(2);
  const [, crawl = ''] = text.split('`GET /api/v1/crawl/{id}/`\n');
  expect(/^Other replies: .*$/m.exec(crawl)?.[0]).toBe(
    'Other replies: 400, 401, 403, 404 (The account has no such crawl), 429, 503.',
  );
});

/** Names of one thing: only one of them has an example. */
const ALIASES = ['url', 'text', 'exclude_url', 'query'];

/** Parameters of which a request has those of one side: two ways to say when, or where. */
const EXCLUSIVE = [
  [['date'], ['from', 'to']],
  [['q'], ['lat', 'lon']],
];
/** Each of them as the first. */
const rotations = <T>(things: readonly T[]): T[][] =>
  things.map((_, at) => [...things.slice(at), ...things.slice(0, at)]);

describe('a program that imports the document', () => {
  const all = () =>
    Object.entries(openApi.paths as unknown as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );

  test('finds a valid example at every parameter', () => {
    for (const { name: at, operation } of all()) {
      for (const { name, example, schema } of operation.parameters ?? []) {
        if (ALIASES.includes(name)) continue;
        expect(example, `${at} ${name}`).toBeDefined();
        expectValid(checker(schema), example, `the example of ${at} ${name}`);
      }
    }
  });

  test('gets no 400 for all examples of an operation at once, but for those of which only some may be given', async () => {
    for (const path of Object.keys(operations).filter((one) => operations[one])) {
      // No page is read: nothing is found for a context, and no other page is public.
      const own: Record<string, string> = path.includes('/context/')
        ? { site: 'nowhere.example' }
        : { urls: 'http://127.0.0.1/', url: 'http://127.0.0.1/' };
      const sent = parametersOf(path)
        .filter(({ name, example }) => example !== undefined && name !== 'extract')
        .map(({ name, example }) => ({ name, example: own[name] ?? example }));
      const names = sent.map(({ name }) => name);
      const left = EXCLUSIVE.filter((rivals) => rivals.flat().every((name) => names.includes(name)));
      for (const [, ...others] of left.length > 0 ? left.flatMap(rotations) : [[]]) {
        const query = new URLSearchParams(
          sent
            .filter(({ name }) => !others.flat().includes(name))
            .flatMap(({ name, example }) => [example].flat().map((value) => [name, String(value)])),
        );
        const { status, text, body } = await app.get(`${path}?${query}`);
        expect([path, `${query}`, status === 400 ? text : '']).toEqual([path, `${query}`, '']);
        // Examples that left nothing over would show nothing.
        if (path === '/api/v1/web/') expect(body.results, `${query}`).not.toEqual([]);
      }
    }
  });

  test('finds a valid example of every body that is sent or returned, errors, batches and streams included', () => {
    for (const { name, operation } of all()) {
      const bodies = [
        ...Object.values(operation.requestBody?.content ?? {}),
        ...Object.values(operation.responses).flatMap(({ content }) => Object.values(content)),
      ];
      for (const { schema, example } of bodies) {
        expect(example, name).toBeDefined();
        expectValid(checker(schema), example, `an example of ${name}`);
      }
    }
    const stream = described('/api/v1/context/stream/').responses['200']?.content['text/event-stream']?.example;
    expect(stream).toMatch(/^event: sources\ndata: \[.*\n\nevent: page\n.*\n\nevent: done\ndata: \{.*\}\n\n$/s);
  });

  test('reads integers without a pattern and without the bounds of every integer', () => {
    const text = JSON.stringify(openApi);
    expect(text).not.toMatch(/9007199254740991/);
    const page = parametersOf('/api/v1/web/').find(({ name }) => name === 'page');
    expect(page?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 50 });
    expect(page?.schema).not.toHaveProperty('pattern');
    expect(text).not.toMatch(/"type":"(integer|boolean|string)"[^{}]*"anyOf"/);
  });

  test('may send the lists that the API takes', () => {
    for (const name of ['engine', 'site', 'exclude_site']) {
      const { schema = {} } = parametersOf('/api/v1/web/').find((one) => one.name === name) ?? {};
      expectValid(checker(schema), ['a.example', 'b.example'], name);
      expectValid(checker(schema), 'a.example', name);
    }
  });
});

test('the kind of an instant answer tells the schema of its data', async () => {
  const { body } = await app.get('/api/v1/openapi.json', { key: '' });
  const { schema } = body.paths['/api/v1/instant/'].get.responses['200'].content['application/json'];
  const { oneOf, discriminator } = schema.anyOf[0].properties.data;
  expect(discriminator.propertyName).toBe('kind');
  expect(new Set(Object.values(discriminator.mapping))).toEqual(
    new Set(oneOf.map(({ $ref }: { $ref: string }) => $ref)),
  );
  for (const [kind, ref] of Object.entries<string>(discriminator.mapping)) {
    const { properties, required } = body.components.schemas[ref.split('/').at(-1) as string];
    expect([properties.kind.const, properties.kind.enum ?? []].flat(), kind).toContain(kind);
    expect(required, kind).toEqual(expect.arrayContaining(['kind', 'value']));
  }
});

test('the document describes exactly the existing endpoints', () => {
  const others = [
    ...['web', 'images', 'news', 'videos', 'context'].map((tab) => `/api/v1/${tab}/stream/`),
    '/api/v1/batch/',
    ...['', '{id}/', '{id}/pages/', '{id}/stream/', '{id}/deliveries/', '{id}/deliveries/{delivery}/send/'].map(
      (path) => `/api/v1/crawl/${path}`,
    ),
  ];
  // test/api/admin/ is about the management API.
  const described = Object.keys(operations).filter((path) => !path.startsWith('/api/v1/admin/'));
  expect(described.sort()).toEqual([...PATHS, ...others].sort());
});

describe.each(PATHS)('%s', (path) => {
  const { takes, required, live } = ENDPOINTS[path] ?? { takes: [], required: [], live: [] };

  test('has an example that matches its schema', () => {
    const { schema, example } = answer(path) ?? {};
    expect(example).toBeTypeOf('object');
    expectValid(checker(schema), example, 'the example');
  });

  test('replies as documented', async () => {
    const check = checker(answer(path)?.schema);
    for (const params of live) {
      const reply = await app.get(`${path}?${params}`);
      expect(reply.status, reply.text).toBe(200);
      expectValid(check, reply.body, params);
    }
  });

  test('has a schema that rejects a missing or an extra field', async () => {
    const check = checker(answer(path)?.schema);
    const { body } = await app.get(`${path}?${live[0]}`);
    for (const field of path === '/api/v1/' ? [] : Object.keys(body)) {
      const { [field]: _, ...less } = body;
      expect(check(less), `without ${field}`).toBe(false);
    }
    expect(check({ ...body, surprise: 7 })).toBe(false);
  });

  test('documents its parameters', () => {
    const parameters = parametersOf(path);
    expect(parameters.map(({ name }) => name)).toEqual(takes);
    for (const { name, in: place, required: needed, description, schema } of parameters) {
      expect(place).toBe('query');
      expect(needed, name).toBe(required.includes(name));
      expect(description, name).toMatch(/\S/);
      const check = checker(schema);
      if (schema.example !== undefined) expectValid(check, schema.example, `the example of ${name}`);
      if (schema.default !== undefined) expectValid(check, schema.default, `the default of ${name}`);
    }
  });

  test('takes the documented parameters and ignores all others', async () => {
    // Repeating a valid parameter is an error, and has no effect if the endpoint does not take the parameter.
    const twice = (name: string) => (name === 'engine' ? 'engine=nobody' : `${name}=&${name}=`);
    const unknown = ALL_PARAMETERS.filter((name) => !takes.includes(name)).map(twice);
    expect((await app.get(`${good(path)}&${unknown.join('&')}`)).status).toBe(200);
    // `documents` is a list of texts, which may be empty ones.
    const known = takes.filter((name) => name !== 'documents');
    for (const name of known) {
      const reply = await app.get(`${good(path)}&${name === Q ? 'q=linux' : twice(name)}`);
      expect([name, reply.status]).toEqual([name, 400]);
      // Other errors may come with it, if the parameter excludes another one.
      expect(Object.keys(reply.body)).toContain(name);
    }
    for (const name of required) {
      const reply = await app.get(path);
      expect(reply.status).toBe(400);
      expect(reply.body[name]).toEqual(['This field is required.']);
    }
  });

  // The limit of a translation is a setting.
  test.skipIf(path === '/api/v1/translate/')('documents the maximum length of its text', async () => {
    for (const { name, schema } of parametersOf(path).filter((one) => ['q', 'query'].includes(one.name))) {
      expect(schema.maxLength, name).toBe(1_000);
      const { key } = await newAccount(app);
      const also = { ...(['/api/v1/extract/', '/api/v1/map/'].includes(path) && { url: 'http://127.0.0.1/' }) };
      if (path === '/api/v1/rerank/') Object.assign(also, { documents: 'a' });
      const ask = (length: number) =>
        app.get(`${path}?${new URLSearchParams({ ...also, [name]: 'a'.repeat(length) })}`, { key });
      expect((await ask(1_000)).status).toBe(200);
      expect((await ask(1_001)).status).toBe(400);
    }
  });
});

describe('a POST to /api/v1/translate/', () => {
  const [JSON_TYPE, FORM_TYPE] = ['application/json', 'application/x-www-form-urlencoded'];
  const bodies: [string, string, string][] = [
    ['JSON', JSON_TYPE, '{"q":"Good morning","target":"de"}'],
    ['a JSON list', JSON_TYPE, '[1]'],
    ['a JSON text', JSON_TYPE, '"text"'],
    ['null', JSON_TYPE, 'null'],
    ['a number', JSON_TYPE, '7'],
    ['broken JSON', JSON_TYPE, '{"q":'],
    ['no JSON', JSON_TYPE, ''],
    ['an object for a text', JSON_TYPE, '{"q":{"deep":[1]},"target":"de"}'],
    ['a missing field', JSON_TYPE, '{"target":"de"}'],
    ['a form', FORM_TYPE, 'q=Good+morning&target=de'],
    ['a broken escape', FORM_TYPE, 'q=%E0%A4%A&target=de'],
    ['a field twice', FORM_TYPE, 'q=a&q=b&target=de'],
    ['an empty form', FORM_TYPE, '&&&'],
    ['a body that is too large', FORM_TYPE, `q=${'x'.repeat(2_000_000)}`],
    ['plain text', 'text/plain', 'Good morning'],
    ['XML', 'application/xml', '<q>Good morning</q>'],
  ];

  test.each(bodies)('with %s is answered as documented', async (_, type, body) => {
    const post = (openApi as unknown as { paths: Record<string, { post: Operation }> }).paths['/api/v1/translate/']
      ?.post;
    const reply = await fetch(`${app.urls[0]}/api/v1/translate/`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${app.key}`, 'content-type': type },
      body,
    });
    const described = post?.responses[String(reply.status)]?.content['application/json'];
    expect(described, `${reply.status} is documented`).toBeDefined();
    expectValid(checker(described?.schema), await reply.json(), `${reply.status}`);
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { tools } from '../../api/dialects/mcp-tools.ts';
import { DIALECTS } from '../../lib/config/config.ts';
import { createUser } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { TestApp } from '../harness/test-app.ts';

/** The settings in docs/clients.md, which people copy. */
const text = readFileSync('docs/clients.md', 'utf8');
const MCP = 'http://127.0.0.1:3000/mcp';

/** The cells of the row of a table that begins with this name. */
function cellsOf(name: string): string {
  const row = text.split('\n').find((line) => line.startsWith(`| ${name} |`) || line.startsWith(`| ${name},`));
  return row ?? expect.unreachable(`There is no row for ${name}.`);
}

describe('rows of programs that speak MCP', () => {
  test.each(['Gemini CLI', 'VS Code', 'Cursor', 'Zed'])('%s: JSON with the address and the key', (name) => {
    const [json = ''] =
      /\{.*\}/.exec(
        cellsOf(name)
          .split('`')
          .find((code) => code.startsWith('{')) ?? '',
      ) ?? [];
    const [servers] = Object.values(JSON.parse(json) as Record<string, Record<string, Record<string, unknown>>>);
    const { url, httpUrl, headers } = servers?.tributary ?? {};
    expect(url ?? httpUrl).toBe(MCP);
    expect(headers).toEqual({ Authorization: expect.stringMatching(/^Bearer /) });
  });

  test.each(['Goose', 'Jan', 'OpenAI Agents (JavaScript)', 'Mastra', 'Programs that only start a command'])(
    '%s: the key as a bearer token',
    (name) => expect(cellsOf(name)).toMatch(/Bearer trib_…/),
  );
});

test("LibreChat's settings allow the addresses that they name, and name a reader and a reranker", () => {
  const [, yaml = '', env = ''] = /```yaml\n(webSearch:[\s\S]*?)```[\s\S]*?```sh\n([\s\S]*?)```/.exec(text) ?? [];
  const { webSearch } = parse(yaml) as { webSearch: Record<string, string> & { allowedAddresses: string[] } };
  const variables = Object.fromEntries(
    env
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2) as [string, string]),
  );
  const used = Object.values(webSearch).flatMap((value) => /^\$\{(\w+)\}$/.exec(String(value))?.[1] ?? []);
  expect(used.sort()).toEqual(Object.keys(variables).sort());
  const addresses = Object.values(variables).filter((value) => value.startsWith('http'));
  expect(addresses).toHaveLength(3);
  for (const address of addresses) expect(webSearch.allowedAddresses).toContain(new URL(address).host);
  expect(webSearch.rerankerType).toBe('jina');
  expect(variables.JINA_API_URL).toMatch(/\/compat\/jina\/v1\/rerank$/);
});

test.each([
  ['LiteLLM', 'FIRECRAWL_API_BASE=http://127.0.0.1:3000/compat/firecrawl'],
  ['Flowise', 'HTTP_SECURITY_CHECK=false'],
  ['gpt-researcher', 'CRW_API_URL=http://127.0.0.1:3000/compat/firecrawl'],
  ['firecrawl-mcp', 'FIRECRAWL_API_URL=http://127.0.0.1:3000/compat/firecrawl'],
  ['Page Assist', '/compat/searxng/trib_'],
])('the row of %s has %s', (name, setting) => {
  const rows = text.split('\n').filter((line) => line.startsWith(`| ${name}`));
  expect(rows.some((row) => row.includes(setting))).toBe(true);
});

test('the tools of MCP are those that it names', () => {
  const [, count, list = ''] = /Tributary offers (\w+) tools over .*?\): ([^.]*)\./s.exec(text) ?? [];
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(tools.map(({ name }) => name).sort());
  expect([count, tools.length]).toEqual(['thirteen', 13]);
});

describe('an instance', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app?.stop());

  /** All addresses of formats, without keys in them, queries and what a program appends to a base. */
  const addresses = [...new Set([...text.matchAll(/\/compat\/[\w./-]+/g)].map(([path]) => path.replace(/[./]+$/, '')))]
    .filter((path) => !path.includes('trib_'))
    .map((path) => path.split('/').slice(2));

  test('knows every format of which it has an address', () => {
    expect([...new Set(addresses.map(([format]) => format))].sort()).toEqual(
      DIALECTS.filter((format) => format !== 'mcp').toSorted(),
    );
  });

  test('has an endpoint at every address that is no base', async () => {
    const ends = addresses.filter((parts) => parts.length > 1 && !/^v\d$/.test(parts.at(-1) ?? ''));
    expect(ends.length).toBeGreaterThan(8);
    for (const parts of ends) {
      const send = (method: string) =>
        app.get(`/compat/${parts.join('/')}`, {
          key: '',
          method,
          headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
          ...(method === 'POST' ? { body: '{}' } : {}),
        });
      const statuses = [(await send('GET')).status, (await send('POST')).status];
      expect([parts.join('/'), statuses.some((status) => ![404, 405, 501].includes(status))]).toEqual([
        parts.join('/'),
        true,
      ]);
    }
  });

  test('makes the key of a web page, which cannot read pages', async () => {
    const [, command = ''] = /tributary (key create page .*)/.exec(text) ?? [];
    await createUser(app.client, 'page');
    const [made] = await new Operator(app.env).runAll([command]);
    const key = /trib_\S+\.\S+/.exec(made?.stdout ?? '')?.[0] ?? '';
    expect(made).toMatchObject({ code: 0 });
    expect((await app.get('/api/v1/instant/?q=2%2B2', { key })).status).toBe(200);
    const refused = await app.get('/api/v1/extract/?url=http://127.0.0.1/', { key });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('read')]);
  });
});

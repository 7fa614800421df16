import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

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

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseKey } from '../../lib/keys/key-format.ts';
import type { RulesOwner } from '../../lib/rules/stored-rules.ts';
import { createKey, createUser, setRules } from '../harness/as-tester.ts';
import { cannedAnswers, cannedRows } from '../harness/canned-answers.ts';
import { PageServer } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

/** Rules for sites, of a call, a key, an account and the instance. */
let app: TestApp;
let pages: PageServer;
let webs: Record<'ruled', number>;
let account = 0;
beforeAll(async () => {
  pages = await PageServer.start();
  app = await TestApp.start({
    queue: 'redis',
    env: { ENGINE_A: 'brave', API_THROTTLE_SUSTAINED: 'off', API_THROTTLE_BURST: 'off', EXTRACT_ALLOW: '127.0.0.1' },
  });
  webs = await addWebs(app, { ruled: { RULES: '$discard,site=b.example\n$pin,site=d.example' } });
});
afterAll(async () => {
  await app?.stop();
  await pages?.close();
});
beforeEach(() => app.reset());

const rowsOf = (names: string) => [...names].map((name) => ({ url: `https://${name}.example/`, title: name }));
/** Brave lists these pages, whatever is asked. */
const brave = (names: string, query = {}) => cannedAnswers.brave(app, rowsOf(names), query);
const site = (name: string, action: string) => `$${action},site=${name}.example`;

interface Asked {
  tab?: string;
  key?: string;
  web?: number;
  rules?: string;
  [param: string]: string | number | undefined;
}
async function ask(q: string, { tab = 'web', key, web = 0, ...params }: Asked = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined) as [string, string][];
  const query = new URLSearchParams([['q', q], ['engine', 'engine_a'], ...given]);
  return app.get(`/api/v1/${tab}/?${query}`, { web, ...(key !== undefined && { key }) });
}
const titlesIn = (body: { results: { title: string }[] }) => body.results.map(({ title }) => title).join('');
const titles = async (q: string, asked?: Asked) => titlesIn((await ask(q, asked)).body);

/** A new account with a key. */
async function caller(): Promise<{ key: string; ofKey: RulesOwner; ofAccount: RulesOwner }> {
  const username = `ruled${++account}`;
  await createUser(app.client, username);
  const { key } = await createKey(app.client, username);
  return {
    key,
    ofKey: { owner: 'key', name: parseKey(key)?.prefix ?? '' },
    ofAccount: { owner: 'account', name: username },
  };
}

describe('rules of a call', () => {
  test('reorder and hide results of the merged list; the engines and the cache know nothing of them', async () => {
    await brave('abcd');
    expect(await titles('call')).toBe('abcd');
    const rules = `${site('c', 'pin')}\n${site('b', 'discard')}\n${site('d', 'boost=10')}`;
    expect(await titles('call', { rules })).toBe('cda');
    expect(await titles('call', { rules: `$discard\n${site('d', 'boost')}` })).toBe('d');
    expect(await titles('call')).toBe('abcd');
    expect(await app.calls('brave')).toHaveLength(1);
  });

  test('detail=full says how many are hidden, and nothing without rules', async () => {
    await brave('abcd');
    const rules = `${site('a', 'discard')}\n${site('b', 'discard')}`;
    expect((await ask('hidden', { rules, detail: 'full' })).body).toMatchObject({ hidden: 2 });
    expect((await ask('hidden', { rules: site('x', 'discard'), detail: 'full' })).body).toMatchObject({ hidden: 0 });
    expect((await ask('hidden', { rules })).body).not.toHaveProperty('hidden');
    expect((await ask('hidden', { detail: 'full' })).body).not.toHaveProperty('hidden');
  });

  test.each(['images', 'news', 'videos'] as const)('apply to %s', async (tab) => {
    const rows = rowsOf('abc').map((row) => ({ ...row, thumbnail: { src: `${row.url}t.png` }, properties: {} }));
    await cannedRows(app, 'brave', tab, rows);
    expect(await titles('other tabs', { tab })).toBe('abc');
    expect(await titles('other tabs', { tab, rules: `${site('c', 'pin')}\n${site('a', 'discard')}` })).toBe('cb');
  });

  test('leave the order of sort=date', async () => {
    const rows = rowsOf('abc').map((row, at) => ({ ...row, page_age: `2026-01-0${3 - at}T00:00:00` }));
    await cannedRows(app, 'brave', 'news', rows);
    const rules = `${site('c', 'pin')}\n${site('a', 'discard')}`;
    expect(await titles('by date', { tab: 'news', sort: 'date', rules })).toBe('bc');
  });

  test('apply to streams: to each list so far and to the end', async () => {
    await brave('abc');
    const query = new URLSearchParams({ q: 'stream', engine: 'engine_a', rules: site('a', 'discard') });
    for (const limit of ['', '&limit=1']) {
      const headers = { authorization: `Api-Key ${app.key}` };
      const stream = await fetch(`${app.urls[0]}/api/v1/web/stream/?${query}${limit}`, { headers });
      const lists = [...(await stream.text()).matchAll(/event: (results|done)\ndata: (.*)/g)];
      expect(lists.map(([, event, data = '']) => [event, titlesIn(JSON.parse(data))])).toEqual([
        ['results', limit ? 'b' : 'bc'],
        ['done', limit ? 'b' : 'bc'],
      ]);
      await app.reset();
      await brave('abc');
    }
  });

  test('apply to requests of a batch', async () => {
    await brave('abc');
    const params = { q: 'batch', engine: 'engine_a', rules: `${site('c', 'pin')}\n${site('a', 'discard')}` };
    const { body } = await app.get('/api/v1/batch/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ endpoint: 'web', params }] }),
    });
    expect(titlesIn(body.responses[0].body)).toBe('cb');
  });

  test.each([
    ['$boost=99', ['Line 1 needs a whole number from 1 to 10 for boost.']],
    ['$site=a.example\n$oops', ['Line 2 has an unknown option "oops": use site, boost, downrank, discard or pin.']],
    [`! ${'é'.repeat(2_048)}`, ['Ensure this field has no more than 4096 bytes.']],
  ])('that are bad get a 400 that names the field', async (rules, problems) => {
    const { status, body } = await ask('bad', { rules });
    expect({ status, body }).toEqual({ status: 400, body: { rules: problems } });
  });
});

describe('pages of a list', () => {
  test('the list is kept without rules: callers with different rules read it, and nothing is fetched twice', async () => {
    await brave('abcdef');
    expect(await titles('pages', { limit: 2 })).toBe('ab');
    const rules = `${site('b', 'discard')}\n${site('f', 'pin')}`;
    expect(await titles('pages', { limit: 2, rules })).toBe('fa');
    expect(await titles('pages', { limit: 2, page: 2, rules })).toBe('cd');
    expect(await titles('pages', { limit: 2, page: 2 })).toBe('cd');
    expect(await titles('pages', { limit: 3, page: 2 })).toBe('def');
    expect(await app.calls('brave')).toHaveLength(1);
    expect((await app.keys('{trib:cache*')).filter((key) => key.endsWith(':list'))).toHaveLength(1);
  });

  test('what earlier pages have shown stays where it is while the list grows', async () => {
    const query = { more_results_available: true };
    await brave('abcd', query);
    const rules = `${site('h', 'pin')}\n${site('a', 'discard')}`;
    expect(await titles('growing', { limit: 2, rules })).toBe('bc');
    // Brave's second page.
    await brave('efgh', query);
    expect(await titles('growing', { limit: 2, page: 2, rules })).toBe('dh');
    expect(await titles('growing', { limit: 2, page: 3, rules })).toBe('ef');
    expect(await titles('growing', { limit: 2, rules })).toBe('bc');
    const { body } = await ask('growing', { limit: 2, page: 3, rules, detail: 'full' });
    expect(body).toMatchObject({ hidden: 1, has_more: true });
  });
});

describe('stored rules', () => {
  test('a reply under rules is never that of a caller without them, nor the other way round', async () => {
    await brave('abc');
    const [one, other, plain] = [await caller(), await caller(), await caller()];
    await setRules(app.client, one.ofKey, { text: site('a', 'discard') });
    await setRules(app.client, other.ofAccount, { text: site('a', 'discard') });
    for (const limit of [undefined, 2]) {
      const cut = (text: string) => text.slice(0, limit);
      // Twice, because the second reply is one that was kept in memory.
      for (let time = 0; time < 2; time++) {
        expect(await titles('shared', { key: plain.key, limit })).toBe(cut('abc'));
        expect(await titles('shared', { key: one.key, limit })).toBe(cut('bc'));
        expect(await titles('shared', { key: other.key, limit })).toBe(cut('bc'));
      }
    }
    expect(await app.calls('brave')).toHaveLength(1);
  });

  test('the call comes before the key, the key before the account, the account before the instance', async () => {
    await brave('abcd');
    const { key, ofKey, ofAccount } = await caller();
    await setRules(app.client, ofAccount, { text: site('c', 'discard') });
    expect(await titles('order', { key })).toBe('abd');
    await setRules(app.client, ofKey, { text: site('c', 'pin') });
    expect(await titles('order', { key })).toBe('cabd');
    expect(await titles('order', { key, rules: site('c', 'downrank') })).toBe('abdc');
  });

  test('a discard of the instance wins over everything, its other rules come last', async () => {
    await brave('abcd');
    const { key, ofKey } = await caller();
    const web = webs.ruled;
    expect(await titles('instance', { key, web })).toBe('dac');
    await setRules(app.client, ofKey, { text: `${site('b', 'pin')}\n${site('d', 'downrank=10')}` });
    expect(await titles('instance', { key, web })).toBe('acd');
  });

  test('take effect with the next request, and end with it', async () => {
    await brave('abc');
    const { key, ofKey } = await caller();
    expect(await titles('changing', { key })).toBe('abc');
    await setRules(app.client, ofKey, { text: site('a', 'discard') });
    expect(await titles('changing', { key })).toBe('bc');
    await setRules(app.client, ofKey, { text: '! nothing' });
    expect(await titles('changing', { key })).toBe('abc');
  });

  test('apply to the formats of other services', async () => {
    await brave('abc');
    const { key, ofKey } = await caller();
    await setRules(app.client, ofKey, { text: site('a', 'discard') });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query: 'dialect' });
    const reply = await app.get('/compat/tavily/search', { method: 'POST', key: '', headers, body });
    expect(titlesIn(reply.body)).not.toContain('a');
    expect(titlesIn(reply.body)).toContain('b');
  });

  test('that are imported are refreshed after a day, by a worker; a bad list leaves the one before', async () => {
    await brave('abc');
    const { key, ofKey } = await caller();
    const address = pages.serve('/list', site('b', 'discard'), { 'content-type': 'text/plain' });
    const old = new Date(Date.now() - 25 * 3_600_000);
    await setRules(app.client, ofKey, { text: site('a', 'discard'), address, now: old });
    expect(await titles('refreshed', { key })).toBe('bc');
    await eventually('the list is refreshed', async () => (await titles('refreshed', { key })) === 'ac');
    expect(pages.countOf('/list')).toBe(1);

    const bad = await caller();
    const badAddress = pages.serve('/bad', '$nothing', { 'content-type': 'text/plain' });
    await setRules(app.client, bad.ofKey, { text: site('a', 'discard'), address: badAddress, now: old });
    expect(await titles('bad list', { key: bad.key })).toBe('bc');
    await eventually('the bad list is read', async () => pages.countOf('/bad') === 1);
    expect(await titles('bad list', { key: bad.key })).toBe('bc');
    expect(pages.countOf('/bad')).toBe(1);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { TestApp } from '../harness/test-app.ts';

// Mojeek costs nothing here; Brave is asked only if it finds too little. Marginalia is asked in any case.
let app: TestApp;
beforeAll(async () => {
  const env = {
    ENGINE_A: 'mojeek > brave',
    ENGINE_A_ENOUGH: '2',
    ENGINE_B: 'marginalia',
    ENGINE_C: 'searxng',
    BRAVE_BUDGET: '100/day',
  };
  app = await TestApp.start({ env });
});
afterAll(() => app?.stop());
afterEach(() => app.reset());

const row = (host: string) => ({ title: host, url: `https://${host}.example/`, desc: 'A page.' });
const finds = (...hosts: string[]) => cannedAnswers.mojeek(app, hosts.map(row));
const search = async (q: string, more = '&engine=engine_a&detail=full') => {
  const reply = await app.get(`/api/v1/web/?q=${q}${more}`);
  return { ...reply, timing: TestApp.outcomes(reply) };
};
const spared = async () => {
  const { text } = await app.get('/metrics', { key: '' });
  return Number(/^tributary_spared_calls_total\{provider="brave"\} (\d+)$/m.exec(text)?.[1] ?? 0);
};

describe('a slot with stages', () => {
  test('asks the first, and no other if it finds enough; what was saved is counted', async () => {
    const before = await spared();
    await finds('one', 'two');
    const { body, timing } = await search('enough');
    expect(timing).toEqual({ 'engine_a.mojeek': 'ok', 'engine_a.brave': 'skipped' });
    expect(body.results.map(({ source_label }: { source_label: string }) => source_label)).toEqual([
      'Mojeek',
      'Mojeek',
    ]);
    expect(await app.calls('brave')).toEqual([]);
    expect((await spared()) - before).toBe(1);
    // From the cache as well.
    expect((await search('enough')).timing).toEqual({ 'engine_a.mojeek': 'cached', 'engine_a.brave': 'skipped' });
    expect(await app.calls('brave')).toEqual([]);
  });

  test('asks the next if the first finds too little, and says who really answered', async () => {
    await finds('one');
    const { body, timing } = await search('linux');
    expect(timing).toEqual({ 'engine_a.mojeek': 'ok', 'engine_a.brave': 'ok' });
    const labels = new Set(body.results.map(({ source_label }: { source_label: string }) => source_label));
    expect([...labels].sort()).toEqual(['Brave', 'Mojeek']);
    expect(body.results.every(({ source }: { source: string }) => source === 'engine_a')).toBe(true);
  });

  test('asks the next if the first fails, is paused, or has spent its budget', async () => {
    await app.knobs('mojeek', { status: 500 });
    expect((await search('fails')).timing).toEqual({ 'engine_a.mojeek': 'error', 'engine_a.brave': 'ok' });
    for (const q of ['a', 'b']) await search(q);
    expect((await search('paused')).timing).toEqual({ 'engine_a.mojeek': 'suspended', 'engine_a.brave': 'ok' });
  });

  test('tells of each stage as it answers in a stream', async () => {
    await finds('one');
    const { text } = await app.get('/api/v1/web/stream/?q=linux&engine=engine_a');
    const told = [...text.matchAll(/^event: engine\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
    expect(told.map(({ engine, label, outcome }) => [engine, label, outcome])).toEqual([
      ['engine_a', 'Mojeek', 'ok'],
      ['engine_a', 'Brave', 'ok'],
    ]);
  });

  test('is asked for a card only in its first stage', async () => {
    await finds('one');
    await app.get('/api/v1/cards/?q=linux');
    expect(await app.calls('brave')).toEqual([]);
  });
});

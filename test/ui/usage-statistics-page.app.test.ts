import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvCell } from '../../api/ui/usage/usage-file.ts';
import { callPrices } from '../../lib/budgets/call-prices.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { RequestRecord } from '../../lib/requests/request-record.ts';
import { UsageStatistics } from '../../lib/statistics/usage-statistics.ts';
import { addMember, createKey, createTeam } from '../harness/as-tester.ts';
import { reportCall } from '../harness/health.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

const HOUR = 3_600_000;
let app: TestApp;
let ada: Visitor;
let root: Visitor;
let prefix = '';

const textOf = (html: string) =>
  html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
/** Name, value and what stands below it, of each of the numbers. */
const figures = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name = '', rest = '']) => [
      name,
      textOf(rest).trim(),
    ]),
  );

beforeAll(async () => {
  app = await TestApp.start({ env: { BRAVE_PRICE: '5', BUDGET_CURRENCY: 'EUR' } });
  ada = await Visitor.signedIn(app, 'ada');
  root = await Visitor.signedIn(app, 'root', { admin: true });
  ({ prefix } = await createKey(app.client, 'ada', { name: '=cmd()' }));
  await createTeam(app.client, 'crew');
  await addMember(app.client, 'crew', 'ada', 'member');
  const request = (over: Partial<RequestRecord> = {}): RequestRecord => ({
    ...{ id: 'r', at: Date.now(), ms: 120, account: 'ada', key: prefix, labels: { app: '+bot' }, endpoint: 'web' },
    ...{ status: 200, reason: null, cost: 1, cached: false, trace: null, program: null },
    engines: [{ engine: 'engine_a', outcome: 'ok', ms: 90 }],
    ...over,
  });
  const prices = callPrices((app.webs[0] as (typeof app.webs)[0]).running.services.providers.roster);
  await new UsageStatistics(app.client, prices).keep([
    ...Array.from({ length: 12 }, () => request()),
    request({ cached: true, engines: [{ engine: 'engine_a', outcome: 'cached', ms: 2 }] }),
    ...Array.from({ length: 4 }, () => request({ status: 429, reason: 'burst', cost: 0, engines: [] })),
    request({
      status: 503,
      reason: 'timeout',
      cost: 0,
      engines: [{ engine: 'engine_a', outcome: 'timeout', ms: 3_000 }],
    }),
    ...Array.from({ length: 10 }, () => request({ at: Date.now() - 30 * HOUR })),
    request({ account: 'crew', key: 'cccccccc', endpoint: 'images' }),
    request({ account: null, key: null, labels: {}, status: 401, reason: 'bad_key', cost: 0, engines: [] }),
  ]);
});
afterAll(() => app?.stop());

describe('the usage page', () => {
  test('shows the numbers of a period, each with how it has changed', async () => {
    const { text } = await ada.get('/settings/usage?period=24h');
    expect(figures(text)).toMatchObject({
      Searches: '13 30% more (before: 10)',
      Requests: '18 80% more (before: 10)',
      Failed: expect.stringContaining('1 6% of requests none before'),
      Refused: expect.stringContaining('4 22% of requests'),
      'From the cache': expect.stringContaining('8%'),
      'Calls to engines': expect.stringContaining('13'),
    });
    expect(text).not.toMatch(/\sstyle=|NaN|undefined|\[object/);
    expect(textOf(text)).toContain('too many in a short time 4 (100%)');
    expect(textOf(text)).toContain('engines too slow 1 (100%)');
  });

  test('is by key, label, endpoint or engine', async () => {
    const of = async (by: string) => textOf((await ada.get(`/settings/usage?period=24h&by=${by}`)).text);
    expect(await of('key')).toContain(`=cmd() trib_${prefix}…`);
    expect(await of('label')).toContain('app=+bot');
    expect(await of('endpoint')).toMatch(/Endpoint .*web 13 18/);
    expect(await of('engine')).toContain('engine_a');
    // What is by account is for administrators.
    expect(await of('account')).toContain('By key');
  });

  test('shows a team to its members, and to nobody else', async () => {
    expect((await ada.get('/settings/usage?account=crew&by=endpoint')).text).toContain('Usage of crew');
    const eve = await Visitor.signedIn(app, 'eve');
    expect((await eve.get('/settings/usage?account=crew')).status).toBe(404);
    expect((await eve.get('/settings/usage.csv?account=ada')).status).toBe(404);
    expect((await eve.get(`/settings/usage?key=trib_${prefix}`)).status).toBe(404);
  });

  test('says so where nothing happened, and that a year before is not kept', async () => {
    const eve = await Visitor.signedIn(app, 'eva');
    expect((await eve.get('/settings/usage?period=30d')).text).toContain('No requests in this period.');
    const { text } = await ada.get('/settings/usage?period=12m');
    expect(text).toContain('kept for 13 months');
    expect(figures(text).Searches).toBe('23');
  });

  test('is in German', async () => {
    const { text } = await ada.get('/settings/usage?period=24h', { 'accept-language': 'de' });
    expect(figures(text).Suchen).toBe('13 30 % mehr (zuvor: 10)');
    expect(textOf(text)).toContain('zu viele in kurzer Zeit');
  });
});

describe('the files', () => {
  test('have the whole table, and no cell that a spreadsheet would calculate', async () => {
    const csv = await ada.get('/settings/usage.csv?period=24h&by=key');
    expect(csv.status).toBe(200);
    const [head = '', first = ''] = csv.text.split('\r\n');
    expect(head.split(',').slice(0, 5)).toEqual(['name', 'of', 'searches', 'requests', 'errors']);
    expect(first).toMatch(new RegExp(`^'=cmd\\(\\),trib_${prefix}…,13,18,1,`));
    expect((await ada.get('/settings/usage.csv?period=24h&by=label')).text).toContain('\r\napp=+bot,');
    const json = JSON.parse((await ada.get('/settings/usage.json?period=24h&by=key')).text);
    expect(json).toMatchObject({ period: '24h', by: 'key' });
    expect(json.items[0]).toMatchObject({ name: '=cmd()', searches: 13, refused_burst: 4, upstream_calls: 13 });
  });

  test('of one key have its hours', async () => {
    const page = await ada.get(`/settings/usage?period=24h&key=trib_${prefix}`);
    expect(page.text).toMatch(/href="[^"]*usage\.csv\?[^"]*key=trib_/);
    const { items } = JSON.parse((await ada.get(`/settings/usage.json?period=24h&key=trib_${prefix}`)).text);
    const searches = items.reduce((sum: number, item: { searches: number }) => sum + item.searches, 0);
    expect([items.length, searches]).toEqual([24, 13]);
    expect(Number.isNaN(Date.parse(items[0].name))).toBe(false);
  });

  test('quote what separates cells', () => {
    expect(
      ['=1', '+1', '-1', '@a', '\ta', '\ra', ' =1', '\n=1', '＝1', ' a', 'a', 'a,b', 'a"b', '', '=a"b'].map(csvCell),
    ).toEqual([
      ...[
        "'=1",
        "'+1",
        "'-1",
        "'@a",
        "'\ta",
        `"'\ra"`,
        "' =1",
        `"'\n=1"`,
        "'＝1",
        ' a',
        'a',
        '"a,b"',
        '"a""b"',
        '',
        `"'=a""b"`,
      ],
    ]);
    expect(csvCell(-5)).toBe('-5');
  });
});

describe('the usage of the instance', () => {
  test('is by account and team, for administrators only, and reading it leaves an entry', async () => {
    const { text } = await root.get('/admin/usage?period=24h&by=account');
    expect(figures(text).Requests).toMatch(/^20 /);
    expect(textOf(text)).toMatch(/ada 13 18 .*crew 1 1/);
    const teams = textOf((await root.get('/admin/usage?period=24h&by=team')).text);
    expect(teams).toContain('crew 1 1');
    expect(teams).not.toContain('ada 13 18');
    expect((await root.get('/admin/usage?account=ada&by=key')).text).toContain('Usage of ada');
    expect(textOf((await root.get('/admin/usage?period=24h&label=app%3D%2Bbot')).text)).toContain(
      'Only keys with the label app=+bot.',
    );
    expect(textOf((await root.get(`/admin/usage?period=24h&key=trib_${prefix}`)).text)).toContain(
      'Only the key =cmd().',
    );
    const entries = (await app.client.xrange(redisKeys.audit, '-', '+')).map(([, [, entry = '']]) => JSON.parse(entry));
    const read = entries.filter(({ action, account }) => action === 'usage read' && account === 'root');
    expect(read.map(({ target }) => target).sort()).toEqual(['ada', 'all accounts']);
    for (const path of ['/admin/usage', '/admin/usage.csv', '/admin/usage.json', '/admin']) {
      expect((await ada.get(path)).status).toBe(403);
    }
  });

  test('says that there is no such key', async () => {
    expect((await root.get('/admin/usage?key=trib_nothing1')).status).toBe(404);
  });
});

describe('the overview', () => {
  test('says at one look what runs, what is used, what fails and what it costs', async () => {
    const page = await root.get('/admin');
    expect(page.status).toBe(200);
    const text = textOf(page.text);
    expect(figures(page.text)).toMatchObject({
      'Searches today': expect.stringMatching(/^\d+/),
      'Searches in 30 days': expect.stringContaining('24 none before'),
    });
    for (const part of ['What needs attention', 'Workers', 'Redis', 'too many in a short time', 'What does it cost?']) {
      expect(text).toContain(part);
    }
    expect(page.text).not.toMatch(/\sstyle=|NaN|undefined|\[object/);
  });

  test('says before any alert what is not well, with the way to it', async () => {
    for (let i = 0; i < 3; i++) await reportCall(app.client, 'mojeek', { code: 'upstream', reason: 'HTTP 502' });
    const { text } = await root.get('/admin');
    expect(text).not.toContain('Nothing. Everything');
    expect(text).toMatch(
      /<a href="\/admin\/engines">\d of \d in service<\/a><span class="below">Not in service: Mojeek/,
    );
    await reportCall(app.client, 'mojeek', null);
  });

  test('shows what needs attention, with the way to mend it', async () => {
    expect((await root.get('/admin')).text).toContain('Nothing. Everything that is watched is as it should be.');
    const alert = {
      id: 'engine_failing:Brave',
      kind: 'engine_failing',
      subject: 'Brave',
      account: null,
      since: Date.now() - HOUR,
      until: null,
      facts: {},
    };
    await app.client.hset(redisKeys.openAlerts, alert.id, JSON.stringify(alert));
    const { text } = await root.get('/admin');
    expect(textOf(text)).toContain('Brave has been failing for more than ten minutes.');
    expect(text).toContain('<a href="/admin/engines">Mend it</a>');
    await app.client.del(redisKeys.openAlerts);
  });

  test('is in German', async () => {
    const { text } = await root.get('/admin', { 'accept-language': 'de' });
    expect(textOf(text)).toContain('Was zu tun ist');
    expect(textOf(text)).not.toContain('What ');
  });
});

test('a request is in the numbers within a beat', async () => {
  const { key } = await createKey(app.client, 'ada', { name: 'fresh' });
  expect((await app.get('/api/v1/web/?q=linux', { key })).status).toBe(200);
  await expect
    .poll(async () => textOf((await ada.get('/settings/usage?period=24h&by=key')).text), { timeout: 20_000 })
    .toMatch(/fresh trib_\w+… 1 1/);
});

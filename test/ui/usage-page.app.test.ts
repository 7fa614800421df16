import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timeText } from '../../api/ui/number-text.ts';
import { usagePeriod } from '../../lib/limits/usage.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey, revokeKey } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { type PageReply, Visitor } from '../harness/visitor.ts';

let app: TestApp;
let ada: Visitor;
let laptop: { key: string; prefix: string };
let server: { key: string; prefix: string };

beforeAll(async () => {
  app = await TestApp.start({
    env: { API_THROTTLE_BURST: '7/min', API_THROTTLE_SUSTAINED: '900/day', API_MONTHLY_LIMIT: '1234' },
  });
  ada = await Visitor.signedIn(app, 'ada');
  laptop = await createKey(app.client, 'ada', { name: 'laptop' });
  server = await createKey(app.client, 'ada', { name: 'server' });
  const gone = await createKey(app.client, 'ada', { name: 'gone' });
  for (const path of ['web/?q=redis', 'web/?q=node', 'images/?q=redis']) {
    expect((await app.get(`/api/v1/${path}`, { key: laptop.key })).status).toBe(200);
  }
  expect((await app.get('/api/v1/web/?q=redis', { key: server.key })).status).toBe(200);
  // This call takes a place in the rate limits but is not a search.
  expect((await app.get('/api/v1/web/', { key: server.key })).status).toBe(400);
  await revokeKey(app.client, gone.prefix);
});
afterAll(() => app?.stop());

/** The cell texts of each row of a table, keyed by the first cell. */
function rows({ text }: PageReply, label: string): Record<string, string[]> {
  const table = new RegExp(`aria-label="${label}".*?</table>`, 's').exec(text)?.[0] ?? '';
  const cells = (row: string) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '').trim());
  const all = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => cells(row));
  return Object.fromEntries(all.map(([name = '', ...rest]) => [name.replace(/trib_\w+…$/, ''), rest]));
}

describe('the usage page', () => {
  test('shows the searches of this month against the cap and the rest of both limits, per key', async () => {
    const page = await ada.get('/settings/usage');
    expect(page.status).toBe(200);
    expect(page.text).toContain(`This month (${timeText(usagePeriod(new Date()).month, 'month', 'en')})`);
    expect(page.text).toContain('<p class="figure">4 searches</p>');
    const table = rows(page, 'Limits by key');
    expect(table.laptop).toEqual(['active', '3 of 1,234', '4 of 7 per minute left', '897 of 900 per day left']);
    expect(table.server).toEqual(['active', '1 of 1,234', '5 of 7 per minute left', '898 of 900 per day left']);
    expect(table.gone?.slice(0, 2)).toEqual(['revoked', '0 of 1,234']);
  });

  test('shows the rest of the user’s own limits on the search page', async () => {
    const line = async () =>
      /On the search page: [^.]*\./.exec((await ada.get('/settings/usage')).text.replace(/<[^>]*>/g, ''))?.[0];
    expect(await line()).toBe('On the search page: 7 of 7 per minute left, 900 of 900 per day left.');
    expect((await ada.get('/?q=redis')).status).toBe(200);
    expect(await line()).toBe('On the search page: 6 of 7 per minute left, 899 of 900 per day left.');
  });

  test('shows the limits of the account, which the keys and the search page share', async () => {
    const line = async () =>
      /All keys and the search page together: [^.]*\./.exec(
        (await ada.get('/settings/usage')).text.replace(/<[^>]*>/g, ''),
      )?.[0];
    const left = async () => Number(/ (\d+) of 35 per minute left/.exec((await line()) ?? '')?.[1]);
    expect(await line()).toMatch(/: \d+ of 35 per minute left, 4,\d+ of 4,500 per day left\.$/);
    const places = await app.client.llen(redisKeys.accountRateLog('ada', 'sustained'));
    expect(await line()).toContain(`, ${(4_500 - places).toLocaleString('en-US')} of 4,500 per day left.`);
    expect(await left()).toBeGreaterThanOrEqual(35 - places);
    expect((await ada.get('/settings/usage')).text).toContain('The account is limited to 6,170 searches a month.');
  });

  test('takes no place in the rate limits, however often it is opened', async () => {
    const log = redisKeys.rateLog(laptop.prefix, 'burst');
    const before = await app.client.lrange(log, 0, -1);
    for (let i = 0; i < 10; i++) expect((await ada.get('/settings/usage')).status).toBe(200);
    expect(await app.client.lrange(log, 0, -1)).toEqual(before);
  });

  test('distinguishes keys with the same name', async () => {
    const { text } = await ada.get('/settings/usage');
    for (const { prefix } of [laptop, server]) expect(text).toContain(`>trib_${prefix}…<`);
  });

  test('breaks the last 30 days down by endpoint, per key and in total', async () => {
    const table = rows(await ada.get('/settings/usage'), 'Searches by endpoint');
    expect(table.Key).toEqual(['images', 'web', 'All']);
    expect(table.laptop).toEqual(['1', '2', '3']);
    expect(table.server).toEqual(['0', '1', '1']);
    expect(table['Search page and API reference']).toEqual(['0', '1', '1']);
    expect(table.Total).toEqual(['1', '4', '5']);
    expect(table).not.toHaveProperty('gone');
  });

  test('draws the days as a chart with a name, a description and a table, without style attributes', async () => {
    const { text } = await ada.get('/settings/usage');
    const figure = /<figure class="chart" aria-labelledby="days-title".*?<\/figure>/s.exec(text)?.[0] ?? '';
    const [, name = ''] = /aria-labelledby="(\S+)"/.exec(figure) ?? [];
    expect(figure).toContain(`<figcaption id="${name}">Searches per day, last 30 days, whole account</figcaption>`);
    expect(/<desc[^>]*>([^<]*)</.exec(figure)?.[1]).toContain('Searches: 5');
    expect(figure.match(/class="point"/g)).toHaveLength(30);
    const table = /<table class="days">.*?<\/table>/s.exec(figure)?.[0] ?? '';
    expect(table.match(/<tr>/g)).toHaveLength(31);
    const today = timeText(new Date().toISOString().slice(0, 10), 'day', 'en');
    expect(table).toMatch(new RegExp(`<time[^>]*>${today}</time></td><td class="number">5</td>`));
    expect(text).not.toMatch(/\sstyle=/);
  });

  test('shows a single key on request', async () => {
    const { text } = await ada.get(`/settings/usage?key=trib_${laptop.prefix}`);
    expect(text).toContain('Only the key laptop.');
    expect(/<desc[^>]*>([^<]*)</.exec(text)?.[1]).toContain('Answered: 3');
  });

  test('shows nothing to other users', async () => {
    const eve = await Visitor.signedIn(app, 'eve');
    const page = await eve.get('/settings/usage');
    expect(page.text).toContain('<p class="figure">0 searches</p>');
    expect(page.text).toContain('No requests in this period.');
    expect(page.text).not.toContain('<figure');
    expect(page.text).not.toContain('laptop');
    expect((await eve.get(`/settings/usage?key=trib_${laptop.prefix}`)).status).toBe(404);
    expect(await new Visitor(eve.url).get('/settings/usage')).toMatchObject({
      status: 303,
      location: '/login?next=%2Fsettings%2Fusage',
    });
  });
});

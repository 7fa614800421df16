import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RequestLog } from '../../lib/requests/request-log.ts';
import type { RequestRecord } from '../../lib/requests/request-record.ts';
import { UsageStatistics } from '../../lib/statistics/usage-statistics.ts';
import { addMember, createKey, createTeam, createUser } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { unescaped, Visitor } from '../harness/visitor.ts';
import { sampleRequest, sampleRequests } from '../lib/requests/sample-requests.ts';

let app: TestApp;
let log: RequestLog;
let ada: Visitor;
let root: Visitor;
beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_SUSTAINED: 'off' } });
  log = new RequestLog(app.client, { hours: 24, bytes: 20 * 1024 * 1024 });
  ada = await Visitor.signedIn(app, 'ada');
  root = await Visitor.signedIn(app, 'root', { admin: true });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  for (const name of await app.keys('{trib:requests*')) await app.client.del(name);
});

/** The ids in the rows of a list, from above. */
const listed = (text: string) => [...text.matchAll(/<span class="faint id"[^>]*>([^<]*)</g)].map(([, id = '']) => id);
/** The rows of a list as they are. */
const rowsIn = (text: string) => text.match(/<tr id="request-.*?<\/tr>/g) ?? [];
const ids = (records: readonly RequestRecord[]) => records.map(({ id }) => id);
const linkIn = (text: string, pattern: RegExp) => unescaped(pattern.exec(text)?.[1] ?? '');

describe('the list of requests', () => {
  test('shows a search soon after it ended, without its query', async () => {
    const { key, prefix } = await createKey(app.client, 'ada', { name: 'laptop' });
    const { headers } = await app.get('/api/v1/web/?q=unheard-of', { key, headers: { 'user-agent': 'wget/1.2' } });
    const id = headers.get('x-request-id') ?? '';
    const text = await eventually('it is listed', async () => {
      const page = await ada.get('/settings/requests');
      return listed(page.text).includes(id) ? page.text : undefined;
    });
    for (const shown of [
      'laptop',
      `href="/settings/api-keys/trib_${prefix}"`,
      'wget/1.2',
      '1 search',
      'engine_a: answered',
      '>web</a>',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain('unheard-of');
    const detail = await ada.get(linkIn(text, /href="(\/settings\/requests\/[^"]*)"/));
    expect(detail.status).toBe(200);
    for (const shown of [id, 'laptop', 'not traced', 'engine_b', 'not from the cache'])
      expect(detail.text).toContain(shown);
  });

  test('has one’s own requests and those of teams that one owns, and is read in parts', async () => {
    await createTeam(app.client, 'crew');
    await createTeam(app.client, 'others');
    await addMember(app.client, 'crew', 'ada', 'owner');
    await addMember(app.client, 'others', 'ada', 'member');
    const own = sampleRequests(60);
    const team = sampleRequests(3, { account: 'crew' });
    await log.keep([...own, ...team, ...sampleRequests(3, { account: 'others' }), sampleRequest({ account: 'root' })]);
    const first = await ada.get('/settings/requests');
    const second = await ada.get(linkIn(first.text, /rel="next" href="([^"]*)"/));
    const all = [...listed(first.text), ...listed(second.text)];
    expect(listed(first.text)).toHaveLength(50);
    expect(new Set(all)).toEqual(new Set(ids([...own, ...team])));
    expect(second.text).not.toContain('data-live');
    expect(listed((await ada.get('/settings/requests?account=crew')).text).sort()).toEqual(ids(team).sort());
  });

  test('is filtered, and failures are counted by reason', async () => {
    const slow = sampleRequests(2, { status: 503, reason: 'timeout' });
    const refused = sampleRequests(3, { status: 429, reason: 'burst', engines: [], key: 'zzzzzzzz' });
    await log.keep([...slow, ...refused, ...sampleRequests(4)]);
    const { text } = await ada.get('/settings/requests');
    const reasons = [...text.matchAll(/<a href="([^"]*reason=[^"]*)">([^<]*)<\/a>.*?<span class="count">(\d+)</g)];
    expect(reasons.map(([, , name, count]) => [name, count])).toEqual([
      ['too many in a short time', '3'],
      ['engines too slow', '2'],
    ]);
    const of = async (query: string) => listed((await ada.get(`/settings/requests?${query}`)).text).sort();
    expect(await of('reason=timeout')).toEqual(ids(slow).sort());
    expect(await of('status=4xx')).toEqual(ids(refused).sort());
    expect(await of('key=trib_zzzzzzzz')).toEqual(ids(refused).sort());
    expect(await of('engine=engine_a')).toHaveLength(6);
    expect(await of('endpoint=images')).toEqual([]);
    expect(await of(`id=${refused[1]?.id}`)).toEqual([refused[1]?.id]);
    expect((await ada.get('/settings/requests?endpoint=images')).text).toContain('No request fits the filter.');
  });

  test('says which part of the requests it has, if that is not all', async () => {
    const small = new RequestLog(app.client, { hours: 24, bytes: 30_000 });
    const records = sampleRequests(2_000);
    for (let at = 0; at < records.length; at += 100) await small.keep(records.slice(at, at + 100));
    const { text } = await ada.get('/settings/requests');
    expect(text).toMatch(/one in (2|4|8|16|32|64|128) is shown, evenly over time/);
  });

  test('is in German, and without requests says what to do', async () => {
    ada.headers = { 'accept-language': 'de' };
    const { text } = await ada.get('/settings/requests');
    ada.headers = {};
    expect(text).toContain('Noch keine Anfrage.');
    expect(text).toContain('href="/settings/api-keys"');
  });

  test('answers a bad place and an unknown request with a page', async () => {
    expect((await ada.get('/settings/requests?before=nonsense')).status).toBe(400);
    expect((await ada.get('/settings/requests/unknown')).status).toBe(404);
  });

  test('escapes what callers choose', async () => {
    await log.keep([sampleRequest({ labels: { a: '<script>' }, program: 'x"><b>' })]);
    const { text } = await ada.get('/settings/requests');
    expect(text).toContain('a=<wbr/>&lt;script');
    expect(text).not.toMatch(/<script>|<b>/);
  });
});

describe('the requests of others', () => {
  const readings = async () => {
    const entries = await app.client.xrange('{trib:accounts}:audit', '-', '+');
    return entries
      .map(([, [, text = '{}']]) => JSON.parse(text))
      .filter(({ action }) => action === 'requests read')
      .map(({ account, target }) => [account, target]);
  };

  test('are for administrators, and reading them leaves an entry once an hour', async () => {
    const own = sampleRequest({ account: 'ada' });
    const nobody = sampleRequest({ account: null, key: null, status: 401, reason: 'bad_key' });
    await log.keep([own, nobody]);
    // What ada has read of her team.
    const before = await readings();
    for (const path of ['/admin/requests', '/admin/requests/live', `/admin/requests/${own.id}`]) {
      expect((await ada.get(path)).status, path).toBe(403);
    }
    expect((await ada.get('/settings/requests?account=root')).status).toBe(403);
    expect((await root.get(`/settings/requests/${own.id}`)).status).toBe(404);
    expect(await readings()).toEqual(before);
    for (let time = 0; time < 2; time++) {
      expect(new Set(listed((await root.get('/admin/requests')).text))).toEqual(new Set(ids([own, nobody])));
      expect(listed((await root.get('/admin/requests?account=ada')).text)).toEqual([own.id]);
      expect(listed((await root.get('/settings/requests')).text)).toEqual([]);
    }
    expect((await root.get(`/admin/requests/${own.id}`)).text).toContain('ada');
    expect(await readings()).toEqual([...before, ['root', 'all accounts'], ['root', 'ada']]);
  });
});

describe('new requests', () => {
  /** What arrives in a stream of events, until it is left. */
  async function follow(visitor: Visitor, path: string, headers: Record<string, string> = {}) {
    const leaving = new AbortController();
    const init = { headers: { cookie: visitor.cookie, ...headers }, signal: leaving.signal };
    const response = await fetch(`${visitor.url}${path}`, init);
    let text = '';
    const ended = (async () => {
      for await (const part of response.body as unknown as AsyncIterable<Uint8Array>)
        text += Buffer.from(part).toString();
    })().catch(() => {});
    return {
      status: response.status,
      ids: () => listed(text),
      lastEvent: () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '',
      text: () => text,
      ended,
      leave: () => leaving.abort(),
    };
  }

  test('arrive as rows, each once, and who was away gets what they missed', async () => {
    const watching = await follow(ada, '/settings/requests/live?reason=burst');
    expect(watching.status).toBe(200);
    const burst = { reason: 'burst', status: 429, engines: [] };
    const first = sampleRequest(burst);
    await log.keep([sampleRequest(), first, sampleRequest({ ...burst, account: 'root' })]);
    await eventually('the first has arrived', () => watching.ids().length > 0);
    const second = sampleRequest(burst);
    await log.keep([second]);
    await eventually('the second has arrived', () => watching.ids().length > 1);
    expect(watching.ids()).toEqual([first.id, second.id]);
    const [row] = rowsIn(watching.text());
    expect(rowsIn((await ada.get('/settings/requests?reason=burst')).text)).toContain(row);
    const detail = await ada.get(linkIn(row ?? '', /href="([^"]*)"/));
    expect([detail.status, detail.text.includes(first.id)]).toEqual([200, true]);
    watching.leave();
    await watching.ended;
    const missed = sampleRequest({ ...burst, at: second.at + 6_000 });
    await log.keep([missed]);
    const again = await follow(ada, '/settings/requests/live?reason=burst', { 'last-event-id': watching.lastEvent() });
    await eventually('what was missed has arrived', () => again.ids().includes(missed.id));
    again.leave();
    await again.ended;
  });

  test('are shown to some at a time: a person may watch on five pages', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => follow(ada, '/settings/requests/live')));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await follow(ada, '/settings/requests/live')).status).toBe(503);
    for (const one of all) one.leave();
    await Promise.all(all.map(({ ended }) => ended));
    await eventually('there is room again', async () => {
      const next = await follow(ada, '/settings/requests/live');
      next.leave();
      await next.ended;
      return next.status === 200;
    });
  });

  test('leave nothing behind of a browser that left before it was connected', async () => {
    const { hostname, port } = new URL(ada.url);
    const hasLeft = () =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => {}).on('close', () => resolve());
        socket.resume();
        // It closes its side with the request.
        socket.end(`GET /settings/requests/live HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${ada.cookie}\r\n\r\n`);
      });
    await Promise.all([1, 2, 3, 4, 5].map(hasLeft));
    const next = await follow(ada, '/settings/requests/live');
    next.leave();
    await next.ended;
    expect(next.status).toBe(200);
  });

  test('end when the process stops', async () => {
    const url = await app.addWeb();
    const own = new Visitor(url);
    own.cookie = ada.cookie;
    const watching = await follow(own, '/settings/requests/live');
    expect(watching.status).toBe(200);
    await app.webs.at(-1)?.stop();
    await watching.ended;
    expect(watching.text()).toContain('event: begun');
  });

  test('need a session', async () => {
    const nobody = await fetch(`${app.urls[0]}/settings/requests/live`, { redirect: 'manual' });
    expect(nobody.status).toBe(303);
  });
});

test('an instance without a log says so, and writes none', async () => {
  const url = await app.addWeb({ REQUEST_LOG: 'off' });
  const own = new Visitor(url);
  own.cookie = ada.cookie;
  for (const path of ['/settings/requests', '/settings/requests/some-id']) {
    expect((await own.get(path)).text, path).toContain('REQUEST_LOG=off');
  }
  await new UsageStatistics(app.client).keep([sampleRequest({ account: 'ada', status: 429, reason: 'burst' })]);
  const administrator = new Visitor(url);
  administrator.cookie = root.cookie;
  for (const [visitor, path] of [
    [own, '/settings/usage'],
    [administrator, '/admin'],
    [administrator, '/admin/usage'],
    [administrator, '/admin/requests'],
  ] as const) {
    const { text } = await visitor.get(path);
    expect(text, path).toContain('REQUEST_LOG=off');
    expect(text, path).not.toContain('requests?');
  }
  expect((await root.get('/admin')).text).toContain('href="/admin/requests?reason=burst"');
  await createUser(app.client, 'unlogged');
  const { key } = await createKey(app.client, 'unlogged', { name: 'test' });
  expect((await app.get('/api/v1/key/', { key, web: app.urls.indexOf(url) })).status).toBe(200);
  const web = app.webs.at(-1);
  await web?.stop();
  expect(await app.keys('{trib:requests:unlogged*')).toEqual([]);
});

test('what a process has not handed over is handed over when it stops', async () => {
  const url = await app.addWeb();
  await createUser(app.client, 'last');
  const { key } = await createKey(app.client, 'last', { name: 'test' });
  await app.get('/api/v1/key/', { key, web: app.urls.indexOf(url) });
  await app.webs.at(-1)?.stop();
  expect(await app.keys('{trib:requests:last}:state')).toHaveLength(1);
});

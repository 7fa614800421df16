import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endOf, fieldOf, nameOf } from '../../lib/budgets/budget.ts';
import { CallBatch } from '../../lib/providers/call-batch.ts';
import { recordStatistics } from '../../lib/providers/statistics.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { VERSION } from '../../lib/version.ts';
import { reportCall } from '../harness/health.ts';
import { PATIENCE } from '../harness/patience.ts';
import { eventually } from '../harness/processes.ts';
import { untilEveryEngineAnswers } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, type PageReply, Visitor } from '../harness/visitor.ts';

const LIST = '/admin/engines';
const BRAVE = `${LIST}/engine_a`;
const ENGINES = ['engine_a', 'engine_b', 'engine_c'];
const HOUR_MS = 3_600_000;
let app: TestApp;
let root: Visitor;

beforeAll(async () => {
  app = await TestApp.start({ web: 2, env: { ...PATIENCE, CACHE_TTL_S: '0', API_THROTTLE_BURST: 'off' } });
  root = await Visitor.signedIn(app, 'root', { admin: true });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const rowsIn = (text: string) => [...text.matchAll(/<tr>.*?<\/tr>/gs)].map(([whole]) => whole);
const row = (text: string, name: string) => rowsIn(text).find((whole) => whole.includes(name)) ?? '';
/** The words of a part of a page. */
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ');

/** Records calls that ended some hours ago. */
async function recordCalls(provider: string, hoursAgo: number, ...batches: CallBatch[]): Promise<void> {
  const at = Date.now() - hoursAgo * HOUR_MS;
  for (const batch of batches) await recordStatistics(app.client, provider, batch, at);
}

function successes(count: number, ms: number, fields: string[] = []): CallBatch {
  const batch = new CallBatch();
  for (let i = 0; i < count; i++) {
    batch.add({ failure: null, startedAt: Date.now() - ms, endedAt: Date.now() }, { fields: new Set(fields) });
  }
  return batch;
}

function failures(count: number, reason: string, minutesAgo = 0): CallBatch {
  const batch = new CallBatch();
  const at = Date.now() - minutesAgo * 60_000;
  for (let i = 0; i < count; i++) {
    batch.add({ failure: { code: 'timeout', reason }, startedAt: at, endedAt: at }, { requestId: `request-${i}` });
  }
  return batch;
}

describe('the list of engines', () => {
  test('has the search engines apart from other services, each with the success of its real calls first', async () => {
    await untilEveryEngineAnswers(app);
    const made = await Promise.all(['brave', 'mojeek', 'marginalia'].map((engine) => app.calls(engine)));
    // A reply can arrive shortly before the record of its calls. The next test begins without any.
    const { text } = await eventually('all calls are recorded', async () => {
      const page = await root.get(LIST);
      const recorded = (slug: string) => / (\d+) calls? /.exec(words(row(page.text, `>${slug}<`)))?.[1];
      return ENGINES.every((slug, at) => recorded(slug) === String(made[at]?.length)) && page;
    });
    const [engines = '', services = ''] = text.split('<h2>Other services</h2>');
    for (const slug of ENGINES) {
      const of = row(engines, `>${slug}<`);
      expect(of).toContain('<span class="state up">up</span>');
      expect(words(of)).toMatch(/100% \d+ calls? up median [\d.]+ m?s 95% within [\d.]+ m?s none in seven days/);
    }
    expect(words(services)).toContain('wikipedia');
    expect(services).not.toContain('>engine_');
    expect(text).not.toMatch(/\sstyle=/);
  });

  test('says of a failure when it was, why in plain words, and whether it is over', async () => {
    await recordCalls('brave', 0, successes(9, 100), failures(3, 'no answer in 3000 ms', 4));
    await reportCall(app.client, 'brave', null);
    const of = words(row((await root.get(LIST)).text, '>engine_a<'));
    expect(of).toContain('75% 12 calls 3 failed');
    expect(of).toMatch(/4 minutes ago .* UTC , no answer in time \(recovered\)/);
    const german = words(row((await root.get(LIST, { 'accept-language': 'de' })).text, '>engine_a<'));
    expect(german).toMatch(/75\s% 12 Aufrufe 3 fehlgeschlagen/);
    expect(german).toMatch(/vor 4 Minuten .* UTC , keine rechtzeitige Antwort \(behoben\)/);
  });

  test('says while an engine fails that it is down, and until when its breaker is open', async () => {
    for (let i = 0; i < 3; i++) await reportCall(app.client, 'mojeek', { code: 'upstream', reason: 'HTTP 502' });
    await recordCalls('mojeek', 0, failures(3, 'HTTP 502'));
    const of = row((await root.get(LIST)).text, '>engine_b<');
    expect(of).toContain('<span class="state down">down</span>');
    expect(of).toMatch(/no calls until <time datetime="[^"]+">\d\d:\d\d:\d\d UTC/i);
    expect(of).not.toContain('recovered');
    expect(words(of)).toMatch(/breaker open: no calls until [\d:]+ UTC no answer in time/);
  });

  test('says that a service asks to wait, and why in the language of the page', async () => {
    const failure = { code: 'rate_limited', reason: 'HTTP 429', retryAfterMs: 60_000 } as const;
    await reportCall(app.client, 'mojeek', failure);
    const batch = new CallBatch();
    batch.add({ failure, startedAt: Date.now(), endedAt: Date.now() }, {});
    await recordCalls('mojeek', 0, batch);
    const of = words(row((await root.get(LIST)).text, '>engine_b<'));
    expect(of).toMatch(/the service asks to wait until \d\d:\d\d:\d\d UTC asked too often/);
    expect(of).not.toContain('breaker');
    const german = words(row((await root.get(LIST, { 'accept-language': 'de' })).text, '>engine_b<'));
    expect(german).toMatch(/Der Dienst bittet zu warten bis .* UTC zu oft gefragt/);
  });

  test('has its numbers at one edge', async () => {
    const { text } = await root.get(LIST);
    for (const title of ['Success', 'Response\u00a0time']) {
      expect(text).toContain(`<th scope="col" class="number">${title}</th>`);
      expect(row(text, '>engine_a<')).toContain(`<td data-label="${title}" class="number">`);
    }
    await recordCalls('brave', 0, successes(3, 100, ['web', 'web.results']));
    const fields = row((await root.get(BRAVE)).text, '<code>web.results</code>');
    expect(fields.match(/class="number"/g)).toHaveLength(2);
  });

  test('says when a budget will be spent, and that no calls are made once it is', async () => {
    const url = await app.addWeb({ BRAVE_BUDGET: '2000/month', MOJEEK_BUDGET: '100/day', MOJEEK_PRICE: '5' });
    const at = Date.now();
    const spend = (provider: string, units: Record<string, number>) =>
      app.client.hset(redisKeys.providerSpent(provider), units);
    // With as many units as yesterday, the rest is spent within a moment.
    await spend('brave', { [fieldOf('day', at - 86_400_000)]: 1_000_000_000, [fieldOf('month', at)]: 1_234 });
    await spend('mojeek', { [fieldOf('day', at)]: 100, [fieldOf('month', at)]: 100 });
    const there = new Visitor(url);
    const cookie = { cookie: root.cookie };
    const { text } = await there.get(LIST, cookie);
    const days = [at, Date.now()].map((now) => nameOf('day', now));
    const brave = row(text, '>engine_a<');
    expect(brave).toContain('this month 1,234 of 2,000');
    expect(words(brave)).toContain('766 left, will be used up on');
    expect(days).toContain(/will be used up on <time datetime="([^"]+)">/.exec(brave)?.[1]);
    const end = /budget spent: no calls until <time datetime="([^"]+)">/.exec(row(text, '>engine_b<'))?.[1];
    expect(end).toBe(new Date(endOf('day', at)).toISOString());

    // Of a budget that lasts, the same.
    await app.client.del(redisKeys.providerSpent('brave'));
    expect(words(row((await there.get(LIST, cookie)).text, '>engine_a<'))).toContain(
      'this month 0 of 2,000 – 2,000 left, lasts all month',
    );
    await spend('brave', { [fieldOf('day', at - 86_400_000)]: 1_000_000_000, [fieldOf('month', at)]: 1_234 });

    const budgets = (await there.get('/admin/budgets', cookie)).text;
    expect(words(row(budgets, '>engine_a<'))).toMatch(
      /1,234 of 2,000 units Left 766 Forecast will be used up on .* Cost no price/,
    );
    expect(words(row(budgets, '>engine_b<'))).toMatch(/100 of 100 units Left 0 Forecast used up Cost US\$0\.50/);
    expect(row(budgets, '>engine_c<')).toBe('');
    const german = (await there.get('/admin/budgets', { ...cookie, 'accept-language': 'de' })).text;
    expect(words(row(german, '>engine_b<'))).toMatch(/100 von 100 Einheiten Übrig 0 Prognose aufgebraucht Kosten 0,50/);
    expect((await root.get('/admin/budgets')).text).toContain('BRAVE_BUDGET=');
  });

  test('was the page of providers, whose address leads to it', async () => {
    expect(await root.get('/admin/providers')).toMatchObject({ status: 308, location: LIST });
  });
});

describe('the page of an engine', () => {
  test('shows seven days by hour, and the last failures with the requests that they were for', async () => {
    await recordCalls('brave', 30, successes(50, 100), failures(2, 'no <b>answer</b>', 30 * 60));
    await recordCalls('brave', 2, successes(10, 2_000));
    const { text } = await root.get(BRAVE);
    expect(text).toContain('<h1>Brave</h1>');
    expect(words(text)).toContain('Success, last 24 hours 100% 10 calls');
    expect(text.match(/class="point"/g)?.length).toBe(2 * 168);
    expect(text).toMatch(/aria-label="[^"]*answered: 50, no answer in time: 2"/);
    expect(text).toMatch(/aria-label="[^"]*median: \d+\u00a0ms, 95th percentile: \d+\u00a0ms"/);
    const failed = row(text, 'request-1');
    expect(failed).toContain('<code');
    expect(failed, 'the log is not as old as the failure').not.toContain('href=');
    expect(failed).toContain('no answer in time');
    expect(failed).toContain('no &lt;b>answer');
    await recordCalls('brave', 0, failures(1, 'nothing', 1));
    expect((await root.get(BRAVE)).text).toContain('href="/admin/requests/request-');
    const german = await root.get(BRAVE, { 'accept-language': 'de' });
    expect(german.text).toMatch(/aria-label="[^"]*beantwortet: 50, keine rechtzeitige Antwort: 2"/);
  });

  test('says which field replies have no more, and since when', async () => {
    const full = ['web', 'web.results', 'web.results.date'];
    await recordCalls('brave', 5, successes(60, 100, full));
    expect((await root.get(BRAVE)).text).not.toContain('have changed');
    await recordCalls('brave', 1, successes(12, 100, full.slice(0, 2)));
    const { text } = await root.get(BRAVE);
    expect(words(text)).toMatch(/answers have changed Nearly every reply had web\.results\.date/);
    const since = /since <time datetime="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(Math.abs(Date.parse(since) - (Date.now() - 5 * HOUR_MS))).toBeLessThan(120_000);
    expect(words(row((await root.get(LIST)).text, '>engine_a<'))).toContain('answers have changed');
    expect((await root.get(BRAVE, { 'accept-language': 'de' })).text).toContain('Die Antworten haben sich geändert');
  });

  test('that does not exist returns a 404', async () => {
    expect((await root.get(`${LIST}/engine_z`)).status).toBe(404);
    expect((await root.post(`${LIST}/engine_z/pause`, { reason: '', for: '1h' })).status).toBe(404);
  });
});

describe('an engine that is paused by hand', () => {
  const search = (web: number) => app.search(`paused ${Math.random()}`, { web });
  const outcome = (reply: { headers: Headers }) =>
    /engine_a;[^,]*desc="?(\w+)/.exec(reply.headers.get('server-timing') ?? '')?.[1];
  const resume = () => root.post(`${BRAVE}/resume`);

  test('is called by no process until it is resumed, and the log says who did it', async () => {
    await untilEveryEngineAnswers(app);
    const paused = await root.post(`${BRAVE}/pause`, { reason: 'No dates & <no> titles', for: '24h' });
    expect(paused).toMatchObject({ status: 303, location: `${BRAVE}?done=paused` });
    const page = await root.get(paused.location ?? '');
    expect(noticeIn(page)?.kind).toBe('done');
    expect(page.text).toContain('No dates &amp; &lt;no>');
    expect(words(page.text)).toMatch(/paused until .* UTC by root/);
    expect(words(row((await root.get(LIST)).text, '>engine_a<'))).toContain('paused until');
    await eventually('both web processes have heard of it', async () => {
      const replies = await Promise.all([search(0), search(1)]);
      return replies.every((reply) => outcome(reply) === 'suspended');
    });
    await app.forgetCalls();
    for (const web of [0, 1, 0, 1]) expect((await search(web)).status).toBe(200);
    expect(await app.calls('brave')).toEqual([]);
    const status = async (detail = '') => (await app.get(`/api/v1/status/${detail}`)).body.providers;
    const [plain] = await status();
    expect(Object.keys(plain)).toHaveLength(9);
    expect((await status('?detail=full'))[0].pause).toMatchObject({ reason: 'No dates & <no> titles' });

    expect(await resume()).toMatchObject({ status: 303, location: `${BRAVE}?done=resumed` });
    await eventually('it is called again', async () => outcome(await search(1)) === 'ok');
    const audit = words((await root.get('/admin/audit')).text);
    expect(audit).toMatch(/engine resumed engine_a .*engine paused engine_a/);
  });

  test('stays called if the reason is too long, and the form keeps what was typed', async () => {
    const reason = `${'because '.repeat(200)}<b>`;
    const reply = await root.post(`${BRAVE}/pause`, { reason, for: '1h' });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('At most 200 characters.');
    expect(reply.text).toContain(`value="${reason.replace('<', '&lt;')}"`);
    expect(reply.text).toMatch(/aria-invalid="true"/);
    expect(reply.text).toMatch(/<option [^>]*selected[^>]*>one hour/);
    expect(await app.client.hlen(redisKeys.pausedProviders)).toBe(0);
  });

  test('can be tested, through the queue', async () => {
    await untilEveryEngineAnswers(app);
    await root.post(`${BRAVE}/pause`, { reason: '', for: 'until resumed' });
    await app.forgetCalls();
    const reply = await root.post(`${BRAVE}/test`);
    expect(noticeIn(reply)).toMatchObject({
      kind: 'done',
      text: expect.stringMatching(/^Test: it answered in \d+\sms with \d+ results\.$/),
    });
    expect(await app.calls('brave')).toHaveLength(1);
    await app.knobs('brave', { status: 500 });
    const german = await root.post(`${BRAVE}/test`, {}, { headers: { 'accept-language': 'de' } });
    expect(noticeIn(german)).toMatchObject({ kind: 'problem', text: expect.stringContaining('Fehler des Dienstes') });
    await resume();
  });
});

describe('the page of processes', () => {
  test('lists the processes that are alive, with what they do, until they stop', async () => {
    const worker = app.addWorker();
    const release = await app.takePermits('brave');
    const workers = (text: string) => text.split('>Worker<').length - 1;
    const { text } = await eventually('both workers are listed as busy', async () => {
      const page = await root.get('/admin/processes');
      const areBusy =
        workers(page.text) === 2 && rowsIn(page.text).filter((one) => /Worker.*>1 running/s.test(one)).length;
      return areBusy === 2 && row(page.text, '>Web<').includes('0 pending') && page;
    });
    expect(row(text, '>Web<')).toContain(VERSION);
    expect(row(text, '>Web<')).toContain('>now<');
    expect(text).toContain('href="/admin/queues"');
    release();
    await worker.stop();
    await eventually('one is listed', async () => workers((await root.get('/admin/processes')).text) === 1);
  });

  test('shows the calls to each engine, and the failed ones in plain words', async () => {
    await recordCalls('brave', 0, failures(2, 'HTTP 504'));
    expect(words(row((await root.get('/admin/processes')).text, '>engine_a<'))).toMatch(
      /\d running, \d waiting 2 × no answer in time/,
    );
  });
});

describe('a test of an engine', () => {
  test('takes a unit of its budget, and says so before; none is made when nothing is left', async () => {
    const env = { BRAVE_BUDGET: '2/month' };
    app.addWorker(env);
    await app.workers[0]?.stop();
    const there = new Visitor(await app.addWeb(env));
    [there.cookie, there.csrf] = [root.cookie, root.csrf];
    const used = () => app.client.hget(redisKeys.providerSpent('brave'), fieldOf('month', Date.now()));
    expect((await there.get(BRAVE)).text).toContain('This takes one unit of its budget.');
    const noticeOfTest = async (): Promise<PageReply> => there.post(`${BRAVE}/test`);
    expect(noticeIn(await noticeOfTest())?.kind).toBe('done');
    expect(await used()).toBe('1');
    expect(noticeIn(await noticeOfTest())?.kind).toBe('done');
    expect(noticeIn(await noticeOfTest())).toMatchObject({
      kind: 'problem',
      text: expect.stringContaining('suspended'),
    });
    expect(await used()).toBe('2');
    app.addWorker();
  });

  test('is refused after twenty in a minute, in the words of the page', async () => {
    const other = await Visitor.signedIn(app, 'tester-of-engines', { admin: true });
    const replies: PageReply[] = [];
    for (let i = 0; i < 21; i++) replies.push(await other.post(`${LIST}/wikipedia/test`));
    expect(replies.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
    const last = replies.at(-1) as PageReply;
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { readOpenAlerts } from '../../lib/alerts/alert-store.ts';
import { readAudit } from '../../lib/audit/read-audit.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { readDeliveries } from '../../lib/webhooks/delivery-log.ts';
import { listEnding, listEndpoints } from '../../lib/webhooks/endpoint-store.ts';
import { addressCode, readOwnAddress } from '../../lib/webhooks/own-address.ts';
import { createTeam } from '../harness/as-tester.ts';
import { administrator, keyOf, managerWith } from '../harness/management.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, unescaped, Visitor } from '../harness/visitor.ts';
import { type Receiver, startReceiver, verified } from '../harness/webhooks.ts';

const PAGE = '/admin/alerts';
let app: TestApp;
let root: Visitor;
let receiver: Receiver;
let german: Visitor;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await TestApp.start({ web: 2, env: { EXTRACT_ALLOW: '127.0.0.1' } });
  root = await Visitor.signedInOnPage(app, 'root', { admin: true });
  german = await Visitor.signedInOnPage(app, 'wurzel', { admin: true });
  german.headers = { 'accept-language': 'de-AT' };
  // Only the tests look: a look by the clock would end an alert between two steps.
  await app.client.set(redisKeys.alertTurn('look'), 'of this test');
});
afterAll(() => app?.stop());
beforeEach(() => {
  receiver.got.length = 0;
});

const look = (web = 0) => (app.webs[web] as (typeof app.webs)[0]).running.alerts.look();
const seal = () => (app.webs[0] as (typeof app.webs)[0]).running.services.secret.load();
const formIn = (text: string) => /name="form" value="([\w-]{22})"/.exec(text)?.[1] ?? '';
const workersMissing = {
  id: 'workers_missing:',
  kind: 'workers_missing',
  subject: '',
  account: null,
  since: Date.now(),
  until: null,
  facts: {},
};

/** Opens an alert as an earlier look has left it. */
const openAlert = () => app.client.hset(redisKeys.openAlerts, workersMissing.id, JSON.stringify(workersMissing));

async function addWebhook(visitor = root, url = `${receiver.url}/hooks`) {
  const form = formIn((await visitor.get(PAGE)).text);
  const reply = await visitor.post(`${PAGE}/webhooks`, { url, form });
  return { reply, form, secret: /whsec_[\w+/=]+/.exec(unescaped(reply.text))?.[0] ?? '' };
}

describe('a webhook', () => {
  it('shows its secret once, and a test arrives that it signs', async () => {
    const { reply, form, secret } = await addWebhook();
    expect(reply.status).toBe(200);
    expect(secret).not.toBe('');
    expect((await root.get(PAGE)).text).not.toContain(secret);
    expect((await root.post(`${PAGE}/webhooks`, { url: receiver.url, form })).location).toBe(`${PAGE}?done=sent`);
    const [endpoint] = await listEndpoints(app.client, '');
    const id = endpoint?.id ?? '';
    expect((await root.post(`${PAGE}/endpoint`, { id, action: 'test' })).location).toBe(`${PAGE}?done=tested`);
    await eventually('the test has arrived', () => receiver.got.length === 1);
    expect(verified(receiver.got[0] as never, secret)).toMatchObject({ type: 'alert.test', data: { sequence: 1 } });
    await eventually('it is in the log', async () => (await root.get(PAGE)).text.includes('delivered'));
    const [delivery] = await readDeliveries(app.client, id, 1);
    expect((await root.post(`${PAGE}/again`, { id: delivery?.id ?? '' })).location).toBe(`${PAGE}?done=again`);
    await eventually('it has arrived again', () => receiver.got.length === 2);
    const { items } = await readAudit(app.client, { target: id }, { limit: 10 });
    expect(items.map(({ action }) => action)).toEqual(['webhook sent again', 'webhook tested', 'webhook created']);
    expect(JSON.stringify(items)).not.toContain('/hooks');
  });

  it('gets each alert once when it begins and once when it ends, whoever looks', async () => {
    await openAlert();
    await Promise.all([look(0), look(1)]);
    await look(0);
    await eventually('the end has arrived', () => receiver.got.length > 0);
    const events = receiver.got.map(({ body }) => JSON.parse(body));
    expect(events).toMatchObject([{ type: 'alert.ended', data: { kind: 'workers_missing', phase: 'ended' } }]);
    expect((await root.get(PAGE)).text).toContain('No worker process is running');
  });

  it('is paused, resumed and deleted', async () => {
    const [endpoint] = await listEndpoints(app.client, '');
    const id = endpoint?.id ?? '';
    const act = async (action: string) => (await root.post(`${PAGE}/endpoint`, { id, action })).location;
    expect(await act('pause')).toBe(`${PAGE}?done=paused`);
    expect(await act('resume')).toBe(`${PAGE}?done=resumed`);
    const asked = await german.get(`${PAGE}/endpoints/${id}/delete`);
    expect(unescaped(asked.text)).toContain(`${receiver.url}/hooks löschen?`);
    expect((await root.post(`${PAGE}/endpoints/${id}/delete`)).location).toBe(`${PAGE}?done=removed`);
    expect(await act('pause')).toBe(`${PAGE}?done=gone`);
    expect((await root.get(`${PAGE}/endpoints/${id}/delete`)).status).toBe(404);
  });

  it.each(['ftp://example.org', 'https://ada:secret@example.org/', 'example.org'])(
    'is not made for %s, and what was typed stays',
    async (url) => {
      const { reply } = await addWebhook(root, url);
      expect(reply.status).toBe(400);
      expect(unescaped(reply.text)).toContain(`value="${url}"`);
      expect(reply.text).toContain('Enter an address that begins with');
    },
  );

  it.each(['http://10.0.0.1:22/x', 'https://192.0.2.7/', 'http://[::1]/', 'http://127.0.0.2/'])(
    'is not made for %s, where this instance may not send',
    async (url) => {
      const { reply } = await addWebhook(root, url);
      expect([reply.status, unescaped(reply.text)]).toEqual([400, expect.stringContaining(`value="${url}"`)]);
      expect(reply.text).toContain('This instance sends nothing there');
    },
  );
});

describe('mail', () => {
  it('goes to the addresses that administrators enter', async () => {
    const refused = await german.post(`${PAGE}/mail`, { address: 'ada at example', language: 'de' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Geben Sie eine E-Mail-Adresse ein');
    const added = await german.post(`${PAGE}/mail`, { address: 'ada@example.org', language: 'de' });
    expect(added.location).toBe(`${PAGE}?done=added`);
    expect(await listEndpoints(app.client, '')).toMatchObject([
      { kind: 'mail', target: 'ada@example.org', language: 'de' },
    ]);
    expect((await german.get(PAGE)).text).toContain('Es ist kein Mailserver eingestellt');
  });
});

describe('a person', () => {
  it('sees a sign-in from a new device, and can get mail about it', async () => {
    const ada = await Visitor.signedInOnPage(app, 'ada');
    expect((await ada.get('/settings/sessions')).text).toContain('None yet.');
    const stranger = new Visitor(app.urls[1] as string);
    stranger.headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    };
    await stranger.signIn('ada', PASSWORD);
    expect((await ada.get('/settings/sessions')).text).toContain('ada signed in from a new device: Firefox on Windows');
    expect((await ada.post('/settings/sessions/mail', { address: 'nobody' })).status).toBe(400);
    const set = async (address: string) => {
      expect((await ada.post('/settings/sessions/mail', { address })).location).toBe('/settings/sessions?done=sent');
      const { unconfirmed } = await readOwnAddress(app.client, 'ada');
      const code = addressCode(await seal(), unconfirmed ?? expect.unreachable());
      return (await ada.post('/settings/sessions/mail/code', { code: ` ${code} ` })).location;
    };
    expect(await set('old@example.org')).toBe('/settings/sessions?done=saved');
    expect(await set('ada@example.org')).toBe('/settings/sessions?done=saved');
    expect((await ada.get('/settings/sessions')).text).toContain('value="ada@example.org"');
    await look();
    const [own, ...others] = await listEndpoints(app.client, 'ada');
    expect(others).toEqual([]);
    const types = (await readDeliveries(app.client, own?.id ?? '', 5)).map(({ type }) => type);
    expect(types).toEqual(['alert.began', 'address.code']);
    const { items } = await readAudit(app.client, { account: 'ada' }, { limit: 3 });
    expect(items.map(({ action }) => action)).toEqual([
      'alert address removed',
      'alert address set',
      'alert address set',
    ]);
    expect((await ada.post('/settings/sessions/mail', { address: '' })).location).toBe(
      '/settings/sessions?done=removed',
    );
    expect(await listEndpoints(app.client, 'ada')).toEqual([]);
  });

  it('sends nothing but a code to an address that nobody has confirmed, and three codes an hour', async () => {
    const eve = await Visitor.signedInOnPage(app, 'eve');
    const ask = (address: string) => eve.post('/settings/sessions/mail', { address });
    const asked = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((at) => ask(`victim${at}@example.org`)));
    expect(asked.map(({ status }) => status).sort()).toEqual([303, 303, 303, 429, 429, 429, 429, 429]);
    expect(await ask('victim9@example.org')).toMatchObject({
      status: 429,
      text: expect.stringContaining('Try again later'),
    });
    const wrong = await eve.post('/settings/sessions/mail/code', { code: '000 000 0000' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('That is not the code from the mail')]);
    expect(wrong.text).toMatch(/Code sent to victim[1-8]@example\.org/);
    const stranger = new Visitor(app.urls[0] as string);
    stranger.headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' };
    await stranger.signIn('eve', PASSWORD);
    expect((await eve.get('/settings/sessions')).text).toContain('eve signed in from a new device');
    await look();
    const endpoints = await listEnding(app.client, 'eve', 3_600_000);
    const sent = await Promise.all(endpoints.map(({ id }) => readDeliveries(app.client, id, 5)));
    expect(sent.flat().map(({ type }) => type)).toEqual(['address.code', 'address.code', 'address.code']);
    for (const { id } of endpoints) expect(await app.client.ttl(redisKeys.webhook(id))).toBeLessThanOrEqual(3_600);
  });

  it('who is no administrator sees nothing of the instance', async () => {
    const bob = await Visitor.signedInOnPage(app, 'bob');
    expect((await bob.get(PAGE)).status).toBe(403);
    expect((await bob.post(`${PAGE}/mail`, { address: 'bob@example.org', language: 'en' })).status).toBe(403);
  });
});

test('the page and the API list what is open, in plain words', async () => {
  await openAlert();
  const page = await german.get(PAGE);
  expect(page.text).toContain('Es läuft kein Worker-Prozess');
  expect(page.text).toContain('Starten Sie einen Worker');
  const manager = await administrator(app, 'program');
  const { status, body } = await manager('GET', 'alerts/');
  expect(status).toBe(200);
  expect(body).toMatchObject({ items: [{ kind: 'workers_missing', until: '' }], next_cursor: null });
  await createTeam(app.client, 'crew');
  const crew = managerWith(app, await keyOf(app, 'crew', { scopes: ['manage'] }));
  expect((await crew('GET', 'alerts/')).status).toBe(403);
  expect(await readOpenAlerts(app.client)).toHaveLength(1);
  await look();
  expect((await manager('GET', 'alerts/?state=ended')).body).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ kind: 'workers_missing' })]),
  });
});

test('the overview shows what is open, each with the way to mend it, and folds what is much', async () => {
  const until = Date.now() + 7 * 86_400_000;
  const open = (kind: string, subject: string, more: object) => {
    const alert = { id: `${kind}:${subject}`, kind, subject, account: null, since: Date.now(), until: null, ...more };
    return app.client.hset(redisKeys.openAlerts, alert.id, JSON.stringify(alert));
  };
  await app.client.del(redisKeys.openAlerts);
  for (let at = 0; at < 7; at++)
    await open('key_ends', `trib_${at}`, { account: `ada-${at}`, facts: { ends_at: new Date(until).toISOString() } });
  await open('engine_failing', 'brave', {
    facts: { name: 'Brave', group: 'suggest', error: 'HTTP 502', code: 'upstream' },
  });
  const [shown = '', folded = ''] = (await root.get('/admin')).text.split('<summary>3 more</summary>');
  expect(shown).toContain('Brave (brave) has been failing for more than ten minutes: failure of the service.');
  expect(shown).toContain('href="/admin/engines/brave"');
  expect(shown).toMatch(/href="\/admin\/accounts\/ada-\d"/);
  expect(folded.match(/href="\/admin\/accounts\/ada-\d"/g)).toHaveLength(3);
  expect((await german.get('/admin')).text).toContain('3 weitere');
});

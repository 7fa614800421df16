import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeAccount } from '../../lib/accounts/account-changes.ts';
import type { KeyRecord } from '../../lib/keys/key-record.ts';
import { getKey, listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { changeKey, createKey, OPERATOR, revokeKey } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, type PageReply, unescaped, Visitor } from '../harness/visitor.ts';

const LIST = '/settings/api-keys';
const life = { maxDays: null };
let app: TestApp;
let ada: Visitor;
let eve: Visitor;
let root: Visitor;

beforeAll(async () => {
  app = await TestApp.start({
    env: { API_THROTTLE_BURST: '60/min', API_THROTTLE_SUSTAINED: '900/day', API_MONTHLY_LIMIT: '1000' },
  });
  ada = await Visitor.signedIn(app, 'ada');
  eve = await Visitor.signedIn(app, 'eve');
  root = await Visitor.signedIn(app, 'root', { admin: true });
});
afterAll(() => app?.stop());
// Each person has a number of forms a minute, which is not what is tested here.
beforeEach(async () => {
  for (const name of ['ada', 'eve', 'root']) await app.client.del(redisKeys.formRateLog(`user:${name}`));
});

const pageOf = (prefix: string) => `${LIST}/trib_${prefix}`;
const textIn = ({ text }: PageReply) => unescaped(text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '));
const versionIn = ({ text }: PageReply) => /name="version" value="(\d+)"/.exec(text)?.[1] ?? '';
const formIn = ({ text }: PageReply) => /name="form" value="([\w-]{22})"/.exec(text)?.[1] ?? '';
const secretIn = ({ text }: PageReply) => /id="new-key"[^>]*>(trib_[\w.]+)</.exec(text)?.[1] ?? '';
const works = async (key: string) => (await app.get('/api/v1/key/', { key })).status;
const recordOf = async (prefix: string) => (await getKey(app.client, prefix)) as KeyRecord;

/** The fields of the form on a key's page, as a browser would send them. */
function fieldsIn({ text }: PageReply): [string, string][] {
  const form = /<form[^>]*class="sheet">.*?<\/form>/s.exec(text)?.[0] ?? '';
  const attribute = (tag: string, name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
  const sent = inputs.filter((tag) => !tag.includes('type="checkbox"') || tag.includes(' checked'));
  const areas = [...form.matchAll(/<textarea[^>]*name="(\w+)"[^>]*>([^<]*)</g)];
  return [
    ...sent.map((tag): [string, string] => [attribute(tag, 'name'), attribute(tag, 'value')]),
    ...areas.map(([, name = '', value = '']): [string, string] => [name, unescaped(value).replaceAll('\n', '\r\n')]),
  ].filter(([name]) => name !== 'csrf');
}

/** Opens a key's page, changes fields of its form and sends it. */
async function save(visitor: Visitor, prefix: string, changes: Record<string, string | string[]>): Promise<PageReply> {
  const shown = fieldsIn(await visitor.get(pageOf(prefix))).filter(([name]) => !(name in changes));
  const given = Object.entries(changes).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  return visitor.post(pageOf(prefix), [...shown, ...given.map(([name, one]): [string, string] => [name, one])]);
}

describe('the page of a key', () => {
  test('is linked from the list and says what the key is, who made it and what it was used for', async () => {
    await ada.post(LIST, { name: 'laptop', scopes: 'search', addresses: '127.0.0.0/8' });
    const { prefix } = (await listKeys(app.client, 'ada')).at(-1) as KeyRecord;
    expect((await ada.get(LIST)).text).toContain(`<a href="${pageOf(prefix)}">laptop</a>`);
    const page = await ada.get(pageOf(prefix));
    expect(page.status).toBe(200);
    expect(textIn(page)).toMatch(/Created [^U]* UTC by ada/);
    expect(textIn(page)).toContain('Last used never');
    expect(textIn(page)).toContain('Refused this month none');
  });

  test('counts what was refused, and says when, from where and by what it was last used', async () => {
    const { key, prefix } = await createKey(app.client, 'ada');
    await changeKey(app.client, prefix, { scopes: ['search'] }, life);
    const headers = { authorization: `Api-Key ${key}`, 'user-agent': 'crawler/2.1 (linux)' };
    expect((await app.get('/api/v1/web/?q=linux', { key, headers })).status).toBe(200);
    for (const path of ['maps/?q=paris', 'status/'])
      expect((await app.get(`/api/v1/${path}`, { key })).status).toBe(403);
    await changeKey(app.client, prefix, { addresses: ['203.0.113.0/24'] }, life);
    expect((await app.get('/api/v1/web/?q=linux', { key })).status).toBe(403);
    const text = textIn(await ada.get(pageOf(prefix)));
    expect(text).toContain('2 requests outside its rights, 1 request from other addresses');
    expect(text).toMatch(/Last used [^U]* UTC from 127\.0\.0\.0\/24 by crawler\/2\.1 Expires/);
    expect(text).toContain('Searches this month 1');
  });

  test('says beside each limit what is left, and whose binds', async () => {
    const { key, prefix } = await createKey(app.client, 'eve');
    const left = async () => textIn(await eve.get(pageOf(prefix)));
    expect(await left()).toContain('60 of 60 per minute left, by the limit of this instance. Such as 10/min');
    await save(eve, prefix, { burst: '20/min', max_parallel: '3' });
    expect((await app.get('/api/v1/web/?q=linux', { key })).status).toBe(200);
    expect(await left()).toContain('19 of 20 per minute left, by the limit of this key.');
    expect(await left()).toContain('899 of 900 per day left, by the limit of this instance.');
    expect(await left()).toContain('999 of 1,000 left, by the limit of this instance.');
    expect(await left()).toContain('3 of 3 left, by the limit of this key.');
    const limits = { monthly: 5, sustained: { limit: 2, windowMs: 3_600_000 } };
    await changeAccount(app.client, OPERATOR, 'eve', { limits });
    expect(await left()).toContain('1 of 2 per hour left, by the limit of its account.');
    expect(await left()).toContain('4 of 5 left, by the limit of its account.');
    // The page of usage has the same limits.
    expect(textIn(await eve.get('/settings/usage'))).toContain('19 of 20 per minute left');
    await save(eve, prefix, { monthly: '40' });
    expect(textIn(await eve.get('/settings/usage'))).toContain('1 of 40');
    expect(textIn(await eve.get('/settings/usage'))).toContain('The account is limited to 5 searches a month.');
  });

  test('warns of its end for 30 days, as the list does', async () => {
    const { prefix } = await createKey(app.client, 'ada', {
      name: 'short',
      expiresAt: new Date(Date.now() + 29.6 * 86_400_000),
    });
    expect(textIn(await ada.get(pageOf(prefix)))).toContain('This key expires in 30 days.');
    expect((await ada.get(LIST)).text).toMatch(/class="wrong"><time[^>]*>in 30 days/);
    await changeKey(app.client, prefix, { expires_at: new Date(Date.now() + 31 * 86_400_000).toISOString() }, life);
    expect(textIn(await ada.get(pageOf(prefix)))).not.toContain('This key expires in');
    expect((await ada.get(LIST)).text).not.toContain('class="wrong"');
  });

  test('is for whoever may see the key, and others get the same 404 as for an unknown one', async () => {
    const { key, prefix } = await createKey(app.client, 'ada', { name: 'not yours' });
    const form = formIn(await ada.get(pageOf(prefix)));
    for (const path of [pageOf(prefix), pageOf('00000000'), `${LIST}/nonsense`]) {
      const replies = [
        await eve.get(path),
        await eve.post(path, { version: '0', name: 'x' }),
        await eve.post(`${path}/rotate`, { hours: '0', form }),
        await eve.post(`${path}/disable`),
        await eve.post(`${path}/enable`),
      ];
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      expect(replies.map(({ text }) => text).join()).not.toContain('not yours');
    }
    expect(await works(key)).toBe(200);
    expect((await root.get(pageOf(prefix))).status).toBe(200);
    expect(textIn(await root.get(pageOf(prefix)))).toContain('Account ada');
  });

  test('shows what people wrote as plain text', async () => {
    const { prefix } = await createKey(app.client, 'ada');
    const evil = '</textarea><script>alert(1)</script>';
    await save(ada, prefix, { name: evil, note: evil, labels: `app=${evil}` });
    expect(await recordOf(prefix)).toMatchObject({ name: evil, note: evil, labels: { app: evil } });
    const { text } = await ada.get(pageOf(prefix));
    expect(text).not.toContain('<script>alert');
    expect(text.split('&lt;script>').length).toBeGreaterThan(3);
  });
});

describe('saving', () => {
  const ALL = {
    name: 'renamed',
    burst: '10/min',
    sustained: '100/day',
    monthly: '50',
    max_parallel: '4',
    scopes: ['search', 'read'],
    engines: ['engine_a'],
    addresses: '203.0.113.0/24\r\n2001:db8::/32',
    labels: 'app=bot\r\nteam=blue',
    note: 'two\r\nlines',
    expires: '2099-01-31',
  };

  test('sets everything, and what is emptied inherits again', async () => {
    const { prefix } = await createKey(app.client, 'ada');
    expect(await save(ada, prefix, ALL)).toMatchObject({ status: 303, location: `${pageOf(prefix)}?done=saved` });
    expect(await recordOf(prefix)).toMatchObject({
      name: 'renamed',
      limits: { burst: { limit: 10, windowMs: 60_000 }, monthly: 50, maxParallel: 4 },
      scopes: ['search', 'read'],
      engines: ['engine_a'],
      addresses: ['203.0.113.0/24', '2001:db8::/32'],
      labels: { app: 'bot', team: 'blue' },
      note: 'two\nlines',
      expiresAt: '2099-01-31T23:59:59.999Z',
    });
    const shown = await ada.get(`${pageOf(prefix)}?done=saved`);
    expect(noticeIn(shown)?.kind).toBe('done');
    const names = Object.keys(ALL);
    expect(
      await ada.post(
        pageOf(prefix),
        fieldsIn(shown).filter(([name]) => !names.includes(name)),
      ),
    ).toMatchObject({
      status: 303,
    });
    expect(await recordOf(prefix)).toMatchObject({
      ...{ name: '', limits: {}, scopes: [], engines: [], addresses: [], labels: {}, note: '', expiresAt: '' },
    });
  });

  test.each([
    ['burst', '7 a minute', 'Write a number and a unit (s, min, h or day), such as 60/min.'],
    ['sustained', '0/day', 'Write a number and a unit (s, min, h or day), such as 1000/day.'],
    ['monthly', 'many', 'Write a number from 1 to 1,000,000,000, or off.'],
    ['monthly', '0', 'Write a number from 1'],
    ['max_parallel', 'few', 'Write a number from 1 to 1,000,000,000.'],
    ['max_parallel', '0', 'Write a number from 1'],
    ['addresses', '203.0.113.7/24', 'neither an address nor a network'],
    ['labels', 'no sign', 'Write name=value'],
    ['labels', 'BAD=x', 'A label’s name has'],
    ['labels', Array.from({ length: 11 }, (_, at) => `n${at}=x`).join('\n'), 'at most 10 labels'],
    ['note', 'x'.repeat(1_001), 'at most 1000 characters'],
    ['name', 'x'.repeat(101), 'at most 100 characters'],
    ['expires', '2099-02-31', 'is not a date'],
    ['expires', '2001-01-01', 'in the past'],
    ['scopes', 'everything', 'Use search'],
    ['engines', 'engine_z', 'Use engine_a'],
  ])('with a bad %s is refused at the field, with what was typed', async (field, value, message) => {
    const { prefix } = await createKey(app.client, 'ada', { name: 'kept' });
    const before = await recordOf(prefix);
    for (const send of [
      () => save(ada, prefix, { note: 'typed', [field]: value }),
      // The form that makes a key has the same fields.
      () => ada.post(LIST, { note: 'typed', [field]: value }),
    ]) {
      const reply = await send();
      expect(reply.status).toBe(400);
      expect(noticeIn(reply)).toMatchObject({ kind: 'problem', text: expect.stringContaining(message) });
      const wrong = /class="wrong">([^<]*)</.exec(reply.text)?.[1] ?? '';
      expect(unescaped(wrong)).toContain(message);
      if (field !== 'scopes' && field !== 'engines') {
        expect(reply.text).toMatch(new RegExp(`<(input|textarea)[^>]* name="${field}"[^>]* aria-invalid="true"`));
        expect(unescaped(reply.text)).toContain(value);
      }
      if (field !== 'note') expect(reply.text).toMatch(/name="note"[^>]*>typed</);
    }
    expect(await recordOf(prefix)).toEqual(before);
    expect((await listKeys(app.client, 'ada')).filter(({ note }) => note === 'typed')).toEqual([]);
  });

  test('refuses limits and labels in the language of the page', async () => {
    const { prefix } = await createKey(app.client, 'ada');
    const headers = { 'accept-language': 'de' };
    const form = { ...Object.fromEntries(fieldsIn(await ada.get(pageOf(prefix)))), burst: 'fast', labels: 'none' };
    const refused = await ada.post(pageOf(prefix), form, { headers });
    expect([refused.status, noticeIn(refused)?.text]).toEqual([
      400,
      expect.stringMatching(
        /Kurzzeitlimit: Eine Zahl und eine Einheit .* angeben.*Labels: name=wert angeben, nicht „none“\./,
      ),
    ]);
  });

  test('goes beyond the settings of the instance only for an administrator, and what they gave stays', async () => {
    const { prefix } = await createKey(app.client, 'ada');
    const refused = await save(ada, prefix, { burst: '100/min' });
    expect(refused.status).toBe(400);
    expect(noticeIn(refused)?.text).toContain('At most 60/min; an administrator may set more.');
    expect((await ada.post(LIST, { monthly: 'off' })).status).toBe(400);
    expect((await save(root, prefix, { burst: '100/min', monthly: 'off' })).status).toBe(303);
    expect((await save(ada, prefix, { note: 'mine' })).status).toBe(303);
    expect(await recordOf(prefix)).toMatchObject({ note: 'mine', limits: { burst: { limit: 100 }, monthly: 'off' } });
  });

  test('does not undo what somebody else has saved meanwhile, unless it is sent again', async () => {
    const { prefix } = await createKey(app.client, 'ada');
    const open = fieldsIn(await ada.get(pageOf(prefix)));
    expect((await save(root, prefix, { monthly: '7' })).status).toBe(303);
    const mine = open.filter(([name]) => name !== 'note');
    const reply = await ada.post(pageOf(prefix), [...mine, ['note', 'typed']]);
    expect(reply.status).toBe(409);
    expect(noticeIn(reply)?.text).toContain('Somebody else has changed this key');
    expect(reply.text).toMatch(/name="note"[^>]*>typed</);
    expect(await recordOf(prefix)).toMatchObject({ note: '', limits: { monthly: 7 } });
    expect((await ada.post(pageOf(prefix), fieldsIn(reply))).status).toBe(303);
    expect(await recordOf(prefix)).toMatchObject({ note: 'typed', limits: {} });
  });

  test('rejects any other body', async () => {
    const { prefix } = await createKey(app.client, 'ada');
    const version = versionIn(await ada.get(pageOf(prefix)));
    expect((await ada.post(pageOf(prefix), { version, username: 'eve' })).status).toBe(400);
    expect((await ada.post(pageOf(prefix), { name: 'x' })).status).toBe(400);
    expect((await ada.post(pageOf(prefix), { version, name: 'x' }, { csrf: 'x' })).status).toBe(403);
    expect(await recordOf(prefix)).toMatchObject({ name: '', username: 'ada' });
  });

  test('keeps the end of a key whose life is bounded, and refuses a later one', async () => {
    const web = await app.addWeb({ KEY_MAX_DAYS: '90' });
    const bob = await Visitor.signedIn(app, 'bob', { web: app.urls.indexOf(web) });
    await bob.post(LIST, { name: 'bounded' });
    const { prefix, expiresAt } = (await listKeys(app.client, 'bob'))[0] as KeyRecord;
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 89 * 86_400_000);
    expect((await save(bob, prefix, { note: 'x' })).status).toBe(303);
    expect((await recordOf(prefix)).expiresAt).toBe(expiresAt);
    const refused = await save(bob, prefix, { expires: '2099-01-01' });
    expect([refused.status, noticeIn(refused)?.text]).toEqual([400, expect.stringContaining('at most 90 days')]);
    // The last day that the form offers is allowed.
    const last = / max="([\d-]+)"/.exec(refused.text)?.[1] ?? '';
    expect((await bob.post(LIST, { name: 'last day', expires: last })).status).toBe(200);
  });
});

describe('a new secret', () => {
  const rotate = async (visitor: Visitor, prefix: string, fields: Record<string, string>) => {
    const { text } = await visitor.get(pageOf(prefix));
    return visitor.post(`${pageOf(prefix)}/rotate`, { form: formIn({ text } as PageReply), ...fields });
  };

  test('is shown once, and the old one works for as long as was chosen', async () => {
    const { key, prefix } = await createKey(app.client, 'ada', { name: 'turned' });
    expect((await ada.get(pageOf(prefix))).text).toMatch(/<option value="24" selected>for 24 hours more</);
    const reply = await rotate(ada, prefix, { hours: '1' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const fresh = secretIn(reply);
    expect([fresh.split('.')[0], await works(key), await works(fresh)]).toEqual([`trib_${prefix}`, 200, 200]);
    const left = Date.parse((await recordOf(prefix)).oldUntil) - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThan(3_601_000);
    const page = await ada.get(pageOf(prefix));
    expect(page.text).not.toContain(fresh.split('.')[1]);
    expect(textIn(page)).toContain('Previous secret works until');

    // At most two work at a time.
    const next = secretIn(await rotate(ada, prefix, { hours: '24' }));
    expect([await works(key), await works(fresh), await works(next)]).toEqual([401, 200, 200]);
    const last = secretIn(await rotate(ada, prefix, { hours: '0' }));
    expect([await works(fresh), await works(next), await works(last)]).toEqual([401, 401, 200]);
  });

  test('is made only once when the form is sent again, as on a reload', async () => {
    const { prefix } = await createKey(app.client, 'ada');
    const form = formIn(await ada.get(pageOf(prefix)));
    const fresh = secretIn(await ada.post(`${pageOf(prefix)}/rotate`, { form, hours: '0' }));
    const again = await ada.post(`${pageOf(prefix)}/rotate`, { form, hours: '0' });
    expect(again).toMatchObject({ status: 303, location: `${pageOf(prefix)}?done=sent` });
    expect(await works(fresh)).toBe(200);
    for (const fields of [{ form: 'x', hours: '1' }, { form: 'y'.repeat(22), hours: '-1' }, { hours: '1' }] as Record<
      string,
      string
    >[]) {
      expect((await ada.post(`${pageOf(prefix)}/rotate`, fields)).status).toBe(400);
    }
    expect(await works(fresh)).toBe(200);
  });
});

describe('turning a key off', () => {
  test('is undone by enabling it', async () => {
    const { key, prefix } = await createKey(app.client, 'ada');
    expect(await ada.post(`${pageOf(prefix)}/disable`)).toMatchObject({
      status: 303,
      location: `${pageOf(prefix)}?done=disabled`,
    });
    expect(await works(key)).toBe(403);
    expect((await ada.get(LIST)).text).toContain('<span class="state disabled">disabled</span>');
    expect((await ada.post(`${pageOf(prefix)}/enable`)).location).toBe(`${pageOf(prefix)}?done=enabled`);
    expect(await works(key)).toBe(200);
    const events = (await app.events()).filter(({ target }) => target === `trib_${prefix}`).map(({ event }) => event);
    expect(events).toEqual(['key created', 'key disabled', 'key enabled']);
  });

  test('for ever leaves its page without anything to change', async () => {
    const { prefix } = await createKey(app.client, 'ada', { name: 'gone' });
    const open = fieldsIn(await ada.get(pageOf(prefix)));
    await revokeKey(app.client, prefix);
    const page = await ada.get(pageOf(prefix));
    expect(textIn(page)).toContain('This key is revoked');
    expect(page.text).toContain('<fieldset class="all" disabled>');
    for (const action of ['rotate', 'disable', 'revoke'])
      expect(page.text).not.toContain(`${pageOf(prefix)}/${action}"`);
    const refused = [await ada.post(pageOf(prefix), open), await ada.post(`${pageOf(prefix)}/disable`)];
    for (const reply of refused) {
      expect([reply.status, noticeIn(reply)?.text]).toEqual([400, expect.stringContaining('cannot be undone')]);
    }
  });
});

describe('a key that manages', () => {
  test('is made by administrators only, and does nothing else', async () => {
    const MANAGE = { name: 'manager', scopes: 'manage' };
    expect((await ada.get(LIST)).text).not.toContain('value="manage"');
    expect((await root.get(LIST)).text).toContain('value="manage"');
    expect((await ada.post(LIST, MANAGE)).status).toBe(400);
    const both = [['scopes', 'manage'] as [string, string], ['scopes', 'search'] as [string, string]];
    const mixed = await root.post(LIST, both);
    expect([mixed.status, noticeIn(mixed)?.text]).toEqual([400, expect.stringContaining('manage stands alone')]);
    expect(await listKeys(app.client, 'root')).toEqual([]);

    const made = await root.post(LIST, MANAGE);
    expect(made.status).toBe(200);
    expect(unescaped(made.text)).toContain('/api/v1/admin/keys/');
    expect((await app.get('/api/v1/web/?q=linux', { key: secretIn(made) })).status).toBe(403);
    expect((await app.get('/api/v1/admin/keys/', { key: secretIn(made) })).status).toBe(200);
    expect(await listKeys(app.client, 'root')).toMatchObject([{ scopes: ['manage'], madeBy: 'root' }]);
  });
});

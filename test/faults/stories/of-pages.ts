import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { getUser } from '../../../lib/accounts/account-store.ts';
import { listFactors } from '../../../lib/accounts/factors/factor-store.ts';
import { makeLink } from '../../../lib/accounts/password-link.ts';
import { readAudit } from '../../../lib/audit/read-audit.ts';
import { listKeys } from '../../../lib/keys/key-store.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createKey, createUser } from '../../harness/as-tester.ts';
import { administrator } from '../../harness/management.ts';
import type { Story } from '../../harness/outage.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { noticeIn, PASSWORD, type PageReply, unescaped, Visitor } from '../../harness/visitor.ts';
import { codeOf, giveApp } from '../../ui/factors.ts';

const [KEYS, SECURITY, SESSIONS, DATA, AUDIT] = [
  '/settings/api-keys',
  '/settings/security',
  '/settings/sessions',
  '/settings/data',
  '/admin/audit',
];
const NEW_PASSWORD = 'another long password';

/** A page that says that Redis is away, and nothing of its inside. */
function expectAway({ status, headers, text, location, cookies }: PageReply): void {
  expect([status, location, cookies]).toEqual([503, null, []]);
  expect(headers.get('content-type')).toContain('text/html');
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(text).toContain('Not available right now');
  expect(text).toContain('The database is not responding.');
  expect(text).not.toMatch(/Error:|\bat \S+:\d+|ioredis/);
}

/** People at their browsers when Redis is gone. */
export function storiesOfPages(app: () => TestApp): Record<string, Story> {
  const url = () => app().urls[0] as string;
  const isIn = async (visitor: Visitor) => (await visitor.get('/settings/usage')).status === 200;
  /** Another browser of a person who has an account. */
  const elsewhere = async (name: string) => {
    const visitor = new Visitor(url());
    expect((await visitor.signIn(name, PASSWORD)).status).toBe(303);
    await visitor.get(SESSIONS);
    return visitor;
  };

  return {
    async *'every page and form says so, nobody is signed out, and nothing is done'() {
      const visitor = await Visitor.signedIn(app(), 'patient');
      const { cookie } = visitor;
      yield;
      expectAway(await visitor.get(KEYS));
      expectAway(await visitor.post(KEYS, { name: 'meanwhile' }));
      expectAway(await new Visitor(url()).signIn('patient', PASSWORD));
      yield;
      expect((await visitor.get(KEYS)).status).toBe(200);
      expect(visitor.cookie).toBe(cookie);
      expect(await listKeys(app().client, 'patient')).toEqual([]);
    },

    async *'the search page says so once, with a link to try again, and the suggestions as a program reads it'() {
      const ada = await Visitor.signedIn(app(), 'ada');
      yield;
      const page = await ada.get('/?q=linux');
      expectAway(page);
      expect(page.text).toContain('href="/?q=linux"');
      expect(page.text.match(/>[^<]*try again/gi)).toEqual(['>Try again']);
      const { status, headers } = await ada.get('/suggest.json?q=linux');
      expect([status, headers.get('content-type')]).toEqual([503, 'application/json; charset=utf-8']);
      yield;
      expect((await ada.get('/?q=linux')).status).toBe(200);
    },

    async *'what somebody confirms with a password is not done, and is done when it is sent again'() {
      const late = await Visitor.signedIn(app(), 'late');
      const session = createHash('sha256')
        .update(late.cookie.split('=')[1] ?? '')
        .digest('hex');
      expect(await app().client.del(redisKeys.confirmed(session))).toBe(1);
      const { text } = await late.post(KEYS, { name: 'x' });
      const form = /name="confirm_form" value="([\w-]+)"/.exec(text)?.[1] ?? '';
      const answer = { confirm_form: form, confirm_password: PASSWORD };
      yield;
      expectAway(await late.post(KEYS, answer));
      yield;
      expect(noticeIn(await late.post(KEYS, answer))?.text).toBe('Key created.');
      expect(await listKeys(app().client, 'late')).toHaveLength(1);
    },

    async *'an account is neither deleted nor exported'() {
      const gil = await Visitor.signedIn(app(), 'gil');
      const { key } = await createKey(app().client, 'gil');
      yield;
      expectAway(await gil.post(`${DATA}/delete`, { name: 'gil' }));
      expectAway(await gil.post(`${DATA}/export`));
      yield;
      expect(await isIn(gil)).toBe(true);
      expect((await app().get('/api/v1/key/', { key })).status).toBe(200);
    },

    async *'no session is ended, and all are when it is done again'() {
      const root = await Visitor.signedIn(app(), 'root', { admin: true });
      const here = await Visitor.signedIn(app(), 'gus');
      const there = await elsewhere('gus');
      const { generation } = (await getUser(app().client, 'gus')) ?? expect.unreachable();
      yield;
      expectAway(await here.post(`${SESSIONS}/end-others`));
      for (const path of ['sign-everyone-out', 'accounts/gus/sign-out']) expectAway(await root.post(`/admin/${path}`));
      yield;
      expect(await getUser(app().client, 'gus')).toMatchObject({ generation });
      expect([await isIn(here), await isIn(there)]).toEqual([true, true]);
      expect((await root.post('/admin/accounts/gus/sign-out')).status).toBe(303);
      expect([await isIn(here), await isIn(there)]).toEqual([false, false]);
    },

    async *'a link sets no password, and does so afterwards'() {
      const source = { via: 'page', account: 'root' } as const;
      await createUser(app().client, 'invited');
      await createUser(app().client, 'forgetful', { password: PASSWORD });
      const links = [
        ['invited', await makeLink(app().client, source, 'invited', 'invitation')],
        ['forgetful', await makeLink(app().client, source, 'forgetful', 'reset')],
      ] as const;
      const take = (token: string) =>
        new Visitor(url()).post('/set-password', { token, password: NEW_PASSWORD }, { csrf: null });
      const signsIn = async (name: string) => (await new Visitor(url()).signIn(name, NEW_PASSWORD)).status === 303;
      yield;
      for (const [, token] of links) expectAway(await take(token));
      yield;
      for (const [name, token] of links) {
        expect(await signsIn(name)).toBe(false);
        expect((await take(token)).status).toBe(303);
        expect(await signsIn(name)).toBe(true);
      }
    },

    async *'a code of a second factor counts only afterwards, and no app is added'() {
      await createUser(app().client, 'outage', { password: PASSWORD });
      const phone = await giveApp(app(), 'outage');
      const person = new Visitor(url());
      expect((await person.signIn('outage', PASSWORD)).location).toMatch(/^\/login\/factor/);
      const boss = await Visitor.signedIn(app(), 'boss');
      const { text } = await boss.post(`${SECURITY}/app`);
      const secret = /<code class="wrap">([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
      const sealed = /name="app" value="([\w-]+)"/.exec(text)?.[1] ?? '';
      const add = () => boss.post(`${SECURITY}/app/add`, { app: sealed, name: '', code: codeOf({ secret }) });
      const give = (code: string) => person.post('/login/factor', { code }, { csrf: null });
      yield;
      for (const reply of [await give(codeOf(phone)), await give(phone.codes[0] ?? ''), await add()]) expectAway(reply);
      yield;
      expect((await listFactors(app().client, 'outage')).codesLeft).toBe(10);
      expect((await getUser(app().client, 'boss'))?.hasFactor).toBe(false);
      expect((await give(codeOf(phone))).status).toBe(303);
      expect((await add()).status).toBe(200);
    },

    async *'the audit log is not shown, nothing is done without its entry, and all is there afterwards'() {
      const auditor = await Visitor.signedIn(app(), 'auditor', { admin: true });
      const manager = await administrator(app(), 'program');
      await createUser(app().client, 'bob', { password: PASSWORD });
      await auditor.post('/admin/accounts/bob/disable');
      const ofBob = async () => (await readAudit(app().client, { target: 'bob' }, { limit: 100 })).items;
      const before = await ofBob();
      yield;
      for (const path of [AUDIT, `${AUDIT}?target=bob&since=2026-01-01`]) {
        const page = await auditor.get(path);
        expectAway(page);
        expect(unescaped(page.text)).toContain(`href="${path}"`);
        expect(page.text).not.toContain('account disabled');
      }
      expect((await manager('GET', 'audit/')).status).toBe(503);
      expectAway(await auditor.post('/admin/accounts/bob/enable'));
      yield;
      expect(await ofBob()).toEqual(before);
      expect((await auditor.get(`${AUDIT}?target=bob`)).text).toContain('account disabled');
    },
  };
}

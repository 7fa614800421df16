import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser, newSearchLink } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, Visitor } from '../harness/visitor.ts';

const SESSIONS = '/settings/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';

let app: TestApp;
let root: Visitor;
beforeAll(async () => {
  app = await TestApp.start({
    web: 2,
    workers: 0,
    env: { SESSION_IDLE_DAYS: '3', SESSION_MAX_DAYS: '30' },
  });
  root = await Visitor.signedInOnPage(app, 'root', { admin: true });
});
afterAll(() => app?.stop());

/** Another browser of a person who has an account, at another web process. */
async function elsewhere(name: string, userAgent = SAFARI, web = 1): Promise<Visitor> {
  const visitor = new Visitor(app.urls[web] as string);
  visitor.headers = { 'user-agent': userAgent };
  expect((await visitor.signIn(name, PASSWORD)).status).toBe(303);
  await visitor.get(SESSIONS);
  return visitor;
}
const isIn = async (visitor: Visitor) => (await visitor.get('/settings/usage')).status === 200;
/** The id of a session that the page can end, by its browser. */
const idIn = (text: string, browser: string) =>
  new RegExp(`name="session" value="(\\w{64})"[^>]*/?><button[^>]*aria-label="Sign out: ${browser}`).exec(text)?.[1] ??
  '';

describe('the page of sessions', () => {
  test('lists them with browser, network and times, marks its own, and says how long they live', async () => {
    await createUser(app.client, 'ada', { password: PASSWORD });
    const here = await elsewhere('ada', FIREFOX, 0);
    await elsewhere('ada');
    const { text } = await here.get(SESSIONS);
    expect(text).toContain('Firefox on Linux');
    expect(text).toContain('Safari on iOS');
    expect(text.match(/this session/g)).toHaveLength(1);
    expect(text.match(/data-label="Network">127\.0\.0\.0\/24/g)).toHaveLength(2);
    expect(text).toMatch(/3 days after its last visit, and at the latest 30 days after it began/);
    expect(text).toContain('Search links and API keys are not sessions');
    expect((await here.get(SESSIONS, { 'accept-language': 'de' })).text).toContain('Safari unter iOS');
  });

  test('signs out one of them, at every web process', async () => {
    await createUser(app.client, 'bob', { password: PASSWORD });
    const [here, there] = [await elsewhere('bob', FIREFOX, 0), await elsewhere('bob')];
    const session = idIn((await here.get(SESSIONS)).text, 'Safari');
    expect(await here.post(`${SESSIONS}/end`, { session })).toMatchObject({
      status: 303,
      location: `${SESSIONS}?done=ended`,
    });
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect(await here.post(`${SESSIONS}/end`, { session })).toMatchObject({ location: `${SESSIONS}?done=gone` });
  });

  test('signs out nobody else', async () => {
    await createUser(app.client, 'eve', { password: PASSWORD });
    await createUser(app.client, 'vic', { password: PASSWORD });
    const [eve, vic] = [await elsewhere('eve'), await elsewhere('vic', FIREFOX)];
    await elsewhere('vic');
    const session = idIn((await vic.get(SESSIONS)).text, 'Safari');
    expect(session).not.toBe('');
    expect(await eve.post(`${SESSIONS}/end`, { session })).toMatchObject({ location: `${SESSIONS}?done=gone` });
    expect((await eve.post(`${SESSIONS}/end`, { session: 'x' })).status).toBe(400);
    expect((await vic.get(SESSIONS)).text).toContain('Safari on iOS');
  });

  test('signs out all others, and this browser stays known', async () => {
    await createUser(app.client, 'cyd', { password: PASSWORD });
    const [here, one, other] = [
      await elsewhere('cyd', FIREFOX, 0),
      await elsewhere('cyd'),
      await elsewhere('cyd', SAFARI, 0),
    ];
    const { cookie } = here;
    const reply = await here.post(`${SESSIONS}/end-others`);
    expect(reply).toMatchObject({ status: 303, location: `${SESSIONS}?done=others` });
    expect(reply.cookies[0]).toMatch(/^tributary_device=/);
    here.cookie = cookie;
    expect([await isIn(here), await isIn(one), await isIn(other)]).toEqual([true, false, false]);
  });
});

describe('an administrator', () => {
  test('signs a person out everywhere; a search link goes on', async () => {
    await createUser(app.client, 'dan', { password: PASSWORD });
    const dan = await elsewhere('dan');
    const link = await newSearchLink(app.client, 'dan');
    const { text } = await root.get('/admin/accounts/dan');
    expect(text).toContain('Signed in with 1 session.');
    const reply = await root.post('/admin/accounts/dan/sign-out');
    expect(reply).toMatchObject({ status: 303, location: '/admin/accounts/dan?done=signed-out' });
    expect((await root.get(reply.location ?? '')).text).toContain('Nobody is signed in to this account.');
    expect(await isIn(dan)).toBe(false);
    expect((await new Visitor(app.urls[0] as string).get(`/s/${link}/`)).status).toBeLessThan(400);
    expect((await dan.post('/admin/accounts/root/sign-out')).status).toBe(303);
    expect(await isIn(root)).toBe(true);
  });

  test('signs everyone out, themself included', async () => {
    await createUser(app.client, 'fay', { password: PASSWORD });
    const fay = await elsewhere('fay');
    expect((await fay.post('/admin/sign-everyone-out')).status).toBe(403);
    const { cookie } = root;
    expect(await root.post('/admin/sign-everyone-out')).toMatchObject({ status: 303, location: '/login' });
    root.cookie = cookie;
    expect([await isIn(fay), await isIn(root)]).toEqual([false, false]);
    root = await elsewhere('root', FIREFOX, 0);
  });
});

test('what cannot be recorded does not happen', async () => {
  await createUser(app.client, 'hal', { password: PASSWORD });
  const hal = await elsewhere('hal');
  await app.client.rename(redisKeys.audit, `${redisKeys.audit}-away`);
  await app.client.set(redisKeys.audit, 'no stream');
  expect((await root.post('/admin/accounts/hal/sign-out')).status).toBe(500);
  expect((await hal.post(`${SESSIONS}/end-others`)).status).toBe(500);
  await app.client.rename(`${redisKeys.audit}-away`, redisKeys.audit);
  expect(await isIn(hal)).toBe(true);
});

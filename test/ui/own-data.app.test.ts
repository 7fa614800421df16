import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../lib/accounts/account-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { addMember, createKey, createTeam, createUser } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, Visitor } from '../harness/visitor.ts';

const DATA = '/settings/data';
let app: TestApp;
let root: Visitor;
beforeAll(async () => {
  app = await TestApp.start({ web: 2, workers: 0 });
  await createUser(app.client, 'root', { password: PASSWORD, admin: true });
  root = await confirmed('root');
});
afterAll(() => app?.stop());

const works = async (key: string) => (await app.get('/api/v1/key/', { key })).status;
const isIn = async (visitor: Visitor) => (await visitor.get('/settings/usage')).status === 200;
/** Somebody who has just signed in. */
async function confirmed(name: string): Promise<Visitor> {
  const visitor = new Visitor(app.urls[0] as string);
  expect((await visitor.signIn(name, PASSWORD)).status).toBe(303);
  await visitor.get(DATA);
  return visitor;
}
/** Makes all sessions as old as those that have to be confirmed. */
async function unconfirm(): Promise<void> {
  for (const key of await app.client.keys(redisKeys.confirmed('*'))) await app.client.del(key);
}

describe('the export', () => {
  test('is a JSON file of everything about the person who asks, and of nobody else', async () => {
    const ada = await Visitor.signedInOnPage(app, 'ada', { web: 1 });
    await createKey(app.client, 'ada', { name: 'laptop' });
    expect((await ada.get(DATA)).text).toContain('Download your data');
    const { status, headers, text } = await ada.post(`${DATA}/export`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('content-disposition')).toBe('attachment; filename="tributary-ada.json"');
    const data = JSON.parse(text);
    expect(data.username).toBe('ada');
    expect(text).toContain('laptop');
    expect(text).not.toMatch(/argon2|root/);
    expect(data.audit_log[0]).toMatchObject({ action: 'account exported', account: 'ada', target: 'ada' });
  });

  test('asks who is there, and is not a page that another site can open', async () => {
    const bea = await Visitor.signedInOnPage(app, 'bea');
    expect((await bea.get(`${DATA}/export`)).status).toBe(405);
    expect((await bea.post(`${DATA}/export`, {}, { csrf: null })).status).toBe(403);
    await unconfirm();
    expect((await bea.post(`${DATA}/export`)).status).toBe(401);
    root = await confirmed('root');
  });
});

describe('deleting', () => {
  test('one’s own account takes its name, and ends keys and sessions at every web process', async () => {
    const cal = await Visitor.signedInOnPage(app, 'cal');
    const elsewhere = new Visitor(app.urls[1] as string);
    await elsewhere.signIn('cal', PASSWORD);
    const { key } = await createKey(app.client, 'cal');
    const wrong = await cal.post(`${DATA}/delete`, { name: 'somebody' });
    expect(wrong.status).toBe(400);
    expect(noticeIn(wrong)).toEqual({ kind: 'problem', text: 'This is not the name of the account.' });
    expect(await works(key)).toBe(200);
    expect(await cal.post(`${DATA}/delete`, { name: ' Cal ' })).toMatchObject({
      status: 303,
      location: '/login?done=deleted',
    });
    expect(noticeIn(await new Visitor(cal.url).get('/login?done=deleted'))?.text).toBe('Your account was deleted.');
    expect(await works(key)).toBe(401);
    expect(await isIn(elsewhere)).toBe(false);
    expect((await elsewhere.signIn('cal', PASSWORD)).status).toBe(401);
    expect(await getUser(app.client, 'cal')).toBeNull();
    expect((await root.get('/admin/accounts/cal')).status).toBe(404);
  });

  test('is refused to the last administrator and to the only owner of a team, with the reason', async () => {
    const last = await root.post(`${DATA}/delete`, { name: 'root' });
    expect(noticeIn(last)?.text).toBe('"root" is the last administrator.');
    const dee = await Visitor.signedInOnPage(app, 'dee');
    await createTeam(app.client, 'crew');
    await addMember(app.client, 'crew', 'dee', 'owner');
    expect(noticeIn(await dee.post(`${DATA}/delete`, { name: 'dee' }))?.text).toContain('last owner of the team crew');
    expect([await isIn(dee), await isIn(root)]).toEqual([true, true]);
  });

  test('is refused in the language of the page', async () => {
    const german = async (name: string) => {
      const visitor = await confirmed(name);
      visitor.headers = { 'accept-language': 'de' };
      return noticeIn(await visitor.post(`${DATA}/delete`, { name }))?.text;
    };
    expect(await german('root')).toBe('Außer „root“ gibt es keinen Admin.');
    expect(await german('dee')).toBe(
      'dee ist die letzte Leitung des Teams crew. Erst muss jemand anderes die Leitung bekommen.',
    );
    await createKey(app.client, 'crew');
    root.headers = { 'accept-language': 'de' };
    const team = noticeIn(await root.post('/settings/teams/crew/delete'))?.text;
    const asTeam = noticeIn(await root.post('/admin/accounts/crew/delete', { name: 'crew' }))?.text;
    root.headers = {};
    expect(team).toBe('Von crew funktioniert noch 1 Schlüssel. Erst sind alle zu widerrufen.');
    expect(asTeam).toBe('crew ist ein Team und wird als Team gelöscht.');
  });

  test('another’s account is for administrators who have confirmed, and says which team loses its owner', async () => {
    const eli = await Visitor.signedInOnPage(app, 'eli');
    await createUser(app.client, 'fox', { password: PASSWORD });
    await createTeam(app.client, 'band');
    await addMember(app.client, 'band', 'fox', 'owner');
    expect((await eli.get('/admin/accounts/fox/delete')).status).toBe(403);
    expect((await eli.post('/admin/accounts/fox/delete', { name: 'fox' })).status).toBe(403);
    expect((await root.get('/admin/accounts/fox/delete')).text).toContain('left without an owner: band.');
    await unconfirm();
    expect((await root.post('/admin/accounts/fox/delete', { name: 'fox' })).status).toBe(401);
    expect(await getUser(app.client, 'fox')).not.toBeNull();
    root = await confirmed('root');
    expect((await root.post('/admin/accounts/fox/delete', { name: '' })).status).toBe(400);
    expect((await root.post('/admin/accounts/root/delete', { name: 'root' })).status).toBe(400);
    expect(await root.post('/admin/accounts/fox/delete', { name: 'fox' })).toMatchObject({
      status: 303,
      location: '/admin/accounts?done=deleted',
    });
    expect(await getUser(app.client, 'fox')).toBeNull();
  });

  test('that was interrupted is seen on the page of the account, which cannot be enabled, and is completed there', async () => {
    await createUser(app.client, 'hub', { password: PASSWORD });
    const { key } = await createKey(app.client, 'hub');
    // Redis is lost after the first step.
    const of = redisKeys.userKeysByAge('hub');
    await app.client.rename(of, `${of}-away`);
    await app.client.set(of, 'of another type');
    expect((await root.post('/admin/accounts/hub/delete', { name: 'hub' })).status).toBe(500);
    expect(await works(key)).not.toBe(200);
    await app.client.rename(`${of}-away`, of);
    expect((await root.get('/admin/accounts/hub')).text).toContain('was interrupted');
    const refused = await root.post('/admin/accounts/hub/enable');
    expect(noticeIn(refused)?.text).toBe('The account of hub is being deleted.');
    expect((await root.post('/admin/accounts/hub/delete', { name: 'hub' })).status).toBe(303);
    expect(await getUser(app.client, 'hub')).toBeNull();
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeAccount } from '../../lib/accounts/account-changes.ts';
import { getUser } from '../../lib/accounts/account-store.ts';
import { membersOf } from '../../lib/accounts/team-store.ts';
import { getKey, listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { addMember, createKey, createTeam, createUser, OPERATOR } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, type PageReply, unescaped, Visitor } from '../harness/visitor.ts';

const TEAMS = '/settings/teams';
const USERS = '/admin/accounts';
let app: TestApp;
/** An administrator, an owner of the team blue, a member of it, and somebody else. */
let root: Visitor;
let olga: Visitor;
let max: Visitor;
let eve: Visitor;
let names = 0;

beforeAll(async () => {
  app = await TestApp.start({ env: { API_MONTHLY_LIMIT: '1000' } });
  root = await Visitor.signedIn(app, 'root', { admin: true });
  olga = await Visitor.signedIn(app, 'olga');
  max = await Visitor.signedIn(app, 'max');
  eve = await Visitor.signedIn(app, 'eve');
  await newTeam('blue');
});
afterAll(() => app?.stop());
// Each person has a number of forms a minute, which is not what is tested here.
beforeEach(async () => {
  for (const name of ['root', 'olga', 'max', 'eve']) await app.client.del(redisKeys.formRateLog(`user:${name}`));
});

/** A team with Olga as its owner and Max as its member. */
async function newTeam(name = `team-${++names}`): Promise<string> {
  await createTeam(app.client, name);
  await addMember(app.client, name, 'olga', 'owner');
  await addMember(app.client, name, 'max', 'member');
  return name;
}
const pageOf = (team: string) => `${TEAMS}/${team}`;
const textIn = ({ text }: PageReply) => unescaped(text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '));
const secretIn = ({ text }: PageReply) => /id="new-key"[^>]*>(trib_[\w.]+)</.exec(text)?.[1] ?? '';
const prefixOf = (key: string) => key.slice('trib_'.length, key.indexOf('.'));
const works = async (key: string) => (await app.get('/api/v1/web/?q=linux', { key })).status;
const put = (visitor: Visitor, team: string, username: string, role: string) =>
  visitor.post(`${pageOf(team)}/members`, { username, role });
const remove = (visitor: Visitor, team: string, username: string) =>
  visitor.post(`${pageOf(team)}/members/${username}/remove`);
const rolesIn = async (team: string) =>
  Object.fromEntries((await membersOf(app.client, team)).map(({ username, role }) => [username, role]));

describe('the page of teams', () => {
  test('lists the teams of a person with their role, and all of them to administrators', async () => {
    await createTeam(app.client, 'green');
    expect(textIn(await olga.get(TEAMS))).toContain('blue owner max, olga');
    expect(textIn(await max.get(TEAMS))).toContain('blue member max, olga');
    expect((await olga.get(TEAMS)).text).not.toContain('green');
    expect(textIn(await eve.get(TEAMS))).toContain('You belong to no team.');
    const all = await root.get(TEAMS);
    expect(textIn(all)).toMatch(/blue not a member max, olga green not a member –/);
    expect((await olga.get(TEAMS)).text).not.toContain('Create team');
  });

  test('creates teams for administrators only, and keeps a name that was refused', async () => {
    expect((await olga.post(TEAMS, { name: 'sneaked' })).status).toBe(403);
    expect(await getUser(app.client, 'sneaked')).toBeNull();
    expect(await root.post(TEAMS, { name: 'Red' })).toMatchObject({
      status: 303,
      location: `${pageOf('red')}?done=created`,
    });
    expect(noticeIn(await root.get(`${pageOf('red')}?done=created`))?.kind).toBe('done');
    for (const [name, message] of [
      ['red', 'already'],
      ['not allowed!', 'A name has 1 to 64 characters'],
    ] as const) {
      const refused = await root.post(TEAMS, { name });
      expect([refused.status, noticeIn(refused)?.text]).toEqual([400, expect.stringContaining(message)]);
      expect(refused.text).toContain(`value="${name}"`);
    }
  });

  test('and what is below it requires a session, and a team of others is as unknown as none', async () => {
    expect((await new Visitor(root.url).get(pageOf('blue'))).status).toBe(303);
    for (const path of [pageOf('blue'), pageOf('none-such'), pageOf('olga'), pageOf('no%20name!')]) {
      const replies = [
        await eve.get(path),
        await eve.post(`${path}/keys`, { name: 'x' }),
        await eve.post(`${path}/members`, { username: 'eve', role: 'owner' }),
        await eve.post(`${path}/members/max/remove`),
      ];
      expect(replies.map(({ status }) => status)).toEqual([404, path.includes('!') ? 404 : 403, 404, 404]);
      expect(replies.map(({ text }) => text).join()).not.toContain('olga</');
    }
    expect((await eve.post(`${pageOf('blue')}/delete`)).status).toBe(403);
    expect((await eve.get(`${pageOf('blue')}/delete`)).status).toBe(403);
    expect(await rolesIn('blue')).toEqual({ max: 'member', olga: 'owner' });
  });
});

describe('members', () => {
  test('are added, made owners and removed by owners and administrators', async () => {
    const team = await newTeam();
    expect((await put(olga, team, 'eve', 'member')).location).toBe(`${pageOf(team)}?done=added`);
    expect((await put(olga, team, 'eve', 'owner')).location).toBe(`${pageOf(team)}?done=role`);
    expect(await rolesIn(team)).toEqual({ eve: 'owner', max: 'member', olga: 'owner' });
    expect((await remove(eve, team, 'olga')).location).toBe(`${pageOf(team)}?done=removed`);
    expect((await remove(root, team, 'eve')).location).toBe(`${pageOf(team)}?done=removed`);
    expect(await rolesIn(team)).toEqual({ max: 'member' });
    const events = (await app.events()).filter(({ target }) => String(target).startsWith(`${team}: `));
    const joined = events.findIndex(({ actor }) => actor === 'olga');
    expect(events.slice(joined).map(({ event, actor, target }) => [event, actor, target])).toEqual([
      ['team member added', 'olga', `${team}: eve`],
      ['team member added', 'olga', `${team}: eve`],
      ['team member removed', 'eve', `${team}: olga`],
      ['team member removed', 'root', `${team}: eve`],
    ]);
  });

  test('cannot change members themselves, but can leave', async () => {
    const team = await newTeam();
    const page = await max.get(pageOf(team));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain(`action="${pageOf(team)}/members"`);
    expect(page.text).not.toContain(`${pageOf(team)}/members/olga/remove`);
    expect((await put(max, team, 'eve', 'member')).status).toBe(403);
    expect((await put(max, team, 'max', 'owner')).status).toBe(403);
    expect((await remove(max, team, 'olga')).status).toBe(403);
    expect(await rolesIn(team)).toEqual({ max: 'member', olga: 'owner' });
    expect(page.text).toContain(`${pageOf(team)}/members/max/remove`);
    expect((await remove(max, team, 'max')).location).toBe(`${TEAMS}?done=left`);
    expect((await max.get(pageOf(team))).status).toBe(404);
  });

  test('are people who are there and not disabled, and the form keeps a name that was refused', async () => {
    const team = await newTeam();
    await createUser(app.client, 'off');
    await changeAccount(app.client, OPERATOR, 'off', { disabled: true });
    for (const [name, message] of [
      ['nobody', 'There is no person "nobody"'],
      ['blue', 'There is no person "blue"'],
      ['off', 'There is no person "off"'],
    ] as const) {
      const refused = await put(olga, team, name, 'member');
      expect([refused.status, noticeIn(refused)?.text]).toEqual([400, expect.stringContaining(message)]);
      expect(refused.text).toMatch(new RegExp(`<input[^>]* name="username"[^>]* value="${name}"`));
    }
    expect((await put(olga, team, 'eve', 'king')).status).toBe(400);
    expect((await remove(olga, team, 'eve')).status).toBe(400);
    expect(await rolesIn(team)).toEqual({ max: 'member', olga: 'owner' });
  });
});

describe('keys of a team', () => {
  test('are made by its members, who see all of them and change their own; owners change all', async () => {
    const team = await newTeam();
    const made = await max.post(`${pageOf(team)}/keys`, { name: 'by max', monthly: '5' });
    expect(made.status).toBe(200);
    const key = secretIn(made);
    expect(await getKey(app.client, prefixOf(key))).toMatchObject({ username: team, madeBy: 'max', name: 'by max' });
    expect(await works(key)).toBe(200);
    await olga.post(`${pageOf(team)}/keys`, { name: 'by olga' });
    const other = (await listKeys(app.client, team)).find(({ name }) => name === 'by olga');
    const path = `/settings/api-keys/trib_${other?.prefix}`;

    const list = await max.get(pageOf(team));
    expect(textIn(list)).toMatch(/by olga .* by olga .* by max/);
    expect(list.text).not.toContain(`action="${path}/revoke"`);
    const page = await max.get(path);
    expect([page.status, textIn(page)]).toEqual([200, expect.stringContaining(`Team ${team}`)]);
    expect(page.text).toContain('<fieldset class="all" disabled>');
    expect(page.text).not.toContain(`${path}/rotate`);
    expect((await max.post(path, { version: '0', note: 'x' })).status).toBe(403);
    expect((await max.post(`${path}/rotate`, { hours: '0', form: 'x'.repeat(22) })).status).toBe(403);
    expect((await max.post(`${path}/disable`)).status).toBe(403);
    expect((await max.get(`${path}/revoke`)).status).toBe(403);
    expect((await max.post(`${path}/revoke`)).status).toBe(403);
    expect(await getKey(app.client, other?.prefix ?? '')).toMatchObject({ note: '', disabled: false, revokedAt: '' });

    const own = `/settings/api-keys/trib_${prefixOf(key)}`;
    expect((await max.post(`${own}/disable`)).status).toBe(303);
    expect((await olga.post(`${own}/enable`)).status).toBe(303);
    expect((await olga.post(`${own}/revoke`)).location).toBe(`${pageOf(team)}?done=revoked`);
    expect(await works(key)).toBe(401);
  });

  test('outlive whoever made them, and count for the team', async () => {
    const team = await newTeam();
    const gone = await Visitor.signedIn(app, 'gone');
    await put(olga, team, 'gone', 'member');
    const key = secretIn(await gone.post(`${pageOf(team)}/keys`, { name: 'lasting' }));
    expect(await works(key)).toBe(200);
    await root.post(`${USERS}/gone/disable`);
    expect(await rolesIn(team)).toEqual({ max: 'member', olga: 'owner' });
    expect(await works(key)).toBe(200);
    const page = await olga.get(pageOf(team));
    expect(textIn(page)).toContain('by gone');
    expect(textIn(page)).toContain('2 searches');
    expect(page.text).toContain('Searches per day');
    await root.post(`${USERS}/${team}/limits`, { monthly: '2' });
    expect(await works(key)).toBe(429);
    expect(textIn(await olga.get(`/settings/api-keys/trib_${prefixOf(key)}`))).toContain(
      '0 of 2 left, by the limit of its account.',
    );
  });

  test('that manage the team need an owner', async () => {
    const team = await newTeam();
    expect((await max.get(pageOf(team))).text).not.toContain('value="manage"');
    expect((await olga.get(pageOf(team))).text).toContain('value="manage"');
    const manage = { name: 'm', scopes: 'manage' };
    expect((await max.post(`${pageOf(team)}/keys`, manage)).status).toBe(400);
    expect(await listKeys(app.client, team)).toEqual([]);
    expect((await olga.post(`${pageOf(team)}/keys`, manage)).status).toBe(200);
    expect(await listKeys(app.client, team)).toMatchObject([{ scopes: ['manage'] }]);
  });
});

test('a team is deleted by administrators after a question, once no key of it works', async () => {
  const team = await newTeam();
  const { prefix } = await createKey(app.client, team, { name: 'still used' });
  expect((await olga.get(pageOf(team))).text).not.toContain(`${pageOf(team)}/delete`);
  expect((await root.get(pageOf(team))).text).toContain(`href="${pageOf(team)}/delete"`);
  expect(textIn(await root.get(`${pageOf(team)}/delete`))).toContain(`Delete the team ${team}?`);
  const refused = await root.post(`${pageOf(team)}/delete`);
  expect([refused.status, noticeIn(refused)?.text]).toEqual([400, expect.stringContaining('Revoke it first')]);
  await root.post(`/settings/api-keys/trib_${prefix}/revoke`);
  expect((await root.post(`${pageOf(team)}/delete`)).location).toBe(`${TEAMS}?done=deleted`);
  expect((await root.get(pageOf(team))).status).toBe(404);
  expect((await olga.get(TEAMS)).text).not.toContain(team);
  expect((await root.get(`${pageOf(team)}/delete`)).status).toBe(404);
});

describe('the page of an account', () => {
  test('sets its limits, and is for administrators', async () => {
    const path = `${USERS}/max`;
    expect((await root.get(USERS)).text).toContain(`<a href="${path}">max</a>`);
    expect((await max.get(path)).status).toBe(403);
    expect((await max.post(`${path}/limits`, { monthly: '9' })).status).toBe(403);
    expect((await root.get(`${USERS}/nobody`)).status).toBe(404);
    expect((await root.post(`${USERS}/nobody/limits`, { monthly: '9' })).status).toBe(404);
    expect(textIn(await root.get(path))).toContain('5,000 of 5,000 left.');

    const saved = await root.post(`${path}/limits`, { burst: '5/s', monthly: '20', max_parallel: '2' });
    expect(saved).toMatchObject({ status: 303, location: `${path}?done=saved` });
    const limits = { burst: { limit: 5, windowMs: 1_000 }, monthly: 20, maxParallel: 2 };
    expect((await getUser(app.client, 'max'))?.limits).toEqual(limits);
    expect(textIn(await root.get(`${path}?done=saved`))).toContain('20 of 20 left.');
    expect((await root.get(path)).text).toContain('value="5/s"');

    const refused = await root.post(`${path}/limits`, { burst: 'fast', monthly: '7' });
    expect([refused.status, noticeIn(refused)?.text]).toEqual([
      400,
      expect.stringContaining('Write a number and a unit'),
    ]);
    expect(refused.text).toContain('value="fast"');
    expect(refused.text.match(/aria-invalid/g)).toHaveLength(1);
    expect((await getUser(app.client, 'max'))?.limits).toEqual(limits);
    await root.post(`${path}/limits`);
    expect((await getUser(app.client, 'max'))?.limits).toEqual({});
  });

  test('makes keys for accounts that nobody signs in to, also beyond the settings of the instance', async () => {
    await createUser(app.client, 'robot');
    const made = await root.post(`${USERS}/robot/keys`, { name: 'strong', monthly: '5000' });
    expect(await works(secretIn(made))).toBe(200);
    expect(await listKeys(app.client, 'robot')).toMatchObject([{ madeBy: 'root', limits: { monthly: 5_000 } }]);
    expect((await max.post(`${USERS}/robot/keys`, { name: 'x' })).status).toBe(403);
    const prefix = prefixOf(secretIn(made));
    expect((await root.post(`/settings/api-keys/trib_${prefix}/revoke`)).location).toBe(`${USERS}/robot?done=revoked`);
  });

  test('of a team has neither a password nor a role', async () => {
    const row =
      /<tr><th[^>]*><a href="\/admin\/accounts\/blue">.*?<\/tr>/s.exec((await root.get(USERS)).text)?.[0] ?? '';
    expect(row).toContain('>team · 2 members<');
    expect(row).not.toMatch(/promote|password/);
    expect((await root.post(`${USERS}/blue/promote`)).status).toBe(400);
    expect((await root.post(`${USERS}/blue/password`, { password: PASSWORD })).status).toBe(400);
    expect(await getUser(app.client, 'blue')).toMatchObject({ admin: false, hasPassword: false });
  });
});

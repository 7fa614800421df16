import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser } from '../harness/as-tester.ts';
import { lastRelease } from '../harness/built-release.ts';
import { Stack } from '../harness/stack.ts';
import { PASSWORD, Visitor } from '../harness/visitor.ts';

/** Web processes of the previous release and of this build, which serve the same people during an upgrade. */
const [OLD, NEW] = [0, 1];
const NEW_PASSWORD = 'another long password';
const KEYS = '/settings/api-keys';

let stack: Stack;
beforeAll(async () => {
  stack = await Stack.start({ web: 0, workers: 0 });
  await stack.addWeb({}, lastRelease());
  await stack.addWeb();
  await createUser(stack.client, 'root', { admin: true, password: PASSWORD });
}, 240_000);
afterAll(() => stack?.stop());

/** The same browser at the other process. */
function roaming(visitor: Visitor, web: number): Visitor {
  const { cookie, csrf } = visitor;
  return Object.assign(new Visitor(stack.urls[web] as string), { cookie, csrf });
}
const isIn = async (visitor: Visitor) => (await visitor.get('/settings/usage')).status === 200;
const works = async (key: string, web: number) => (await stack.get('/api/v1/key/', { key, web })).status;
const keyIn = ({ text }: { text: string }) => /trib_\w+\.\w+/.exec(text)?.[0] ?? expect.unreachable(text);

test.each([
  ['of the previous release', OLD, NEW],
  ['of this build', NEW, OLD],
])('who signs in at a process %s is signed in at the other, where their keys work', async (_what, here, there) => {
  const name = `roamer-${here}`;
  const person = await Visitor.signedIn(stack, name, { web: here });
  const elsewhere = roaming(person, there);
  expect(await isIn(elsewhere)).toBe(true);
  const key = keyIn(await person.post(KEYS, { name: 'made here', expires: '' }));
  expect([await works(key, here), await works(key, there)]).toEqual([200, 200]);
  // Signed out there, they are here, too.
  await elsewhere.get(KEYS);
  expect((await elsewhere.post('/logout')).status).toBe(303);
  expect(await isIn(person)).toBe(false);
});

test('a session that the previous release began is on the list once it was seen here, and ends seen or not', async () => {
  const before = await Visitor.signedIn(stack, 'listed', { web: OLD });
  const unseen = new Visitor(stack.urls[OLD] as string);
  await unseen.signIn('listed', PASSWORD);
  expect(await isIn(roaming(before, NEW))).toBe(true);
  const now = new Visitor(stack.urls[NEW] as string);
  await now.signIn('listed', PASSWORD);
  const page = await now.get('/settings/sessions');
  expect((page.text.match(/<tr>/g) ?? []).length - 1).toBe(2);
  const { cookie } = now;
  await now.post('/settings/sessions/end-others');
  // The reply has a cookie for the device as well.
  now.cookie = cookie;
  expect([await isIn(before), await isIn(unseen), await isIn(now)]).toEqual([false, false, true]);
});

test.each([
  ['of the previous release', OLD],
  ['of this build', NEW],
])('a new password at a process %s ends the sessions at both', async (_what, web) => {
  const name = `changed-${web}`;
  const owner = await Visitor.signedIn(stack, name, { web });
  const stolen = await Promise.all(
    [OLD, NEW].map(async (at) => {
      const visitor = new Visitor(stack.urls[at] as string);
      await visitor.signIn(name, PASSWORD);
      return visitor;
    }),
  );
  expect(await Promise.all(stolen.map(isIn))).toEqual([true, true]);
  expect((await owner.post('/settings/password', { current: PASSWORD, password: NEW_PASSWORD })).status).toBe(200);
  expect(await Promise.all(stolen.map(isIn))).toEqual([false, false]);
  for (const at of [OLD, NEW]) {
    expect((await new Visitor(stack.urls[at] as string).signIn(name, PASSWORD)).status).toBe(401);
    expect((await new Visitor(stack.urls[at] as string).signIn(name, NEW_PASSWORD)).status).toBe(303);
  }
});

test('an account that is disabled or deleted here opens nothing there', async () => {
  const root = new Visitor(stack.urls[NEW] as string);
  await root.signIn('root', PASSWORD);
  await root.get(KEYS);
  for (const [name, path, fields] of [
    ['disabled', '/admin/accounts/disabled/disable', {}],
    ['deleted', '/admin/accounts/deleted/delete', { name: 'deleted' }],
  ] as const) {
    const person = await Visitor.signedIn(stack, name, { web: OLD });
    const key = keyIn(await person.post(KEYS, { name: 'made there', expires: '' }));
    expect((await root.post(path, fields)).status).toBe(303);
    expect(await isIn(person)).toBe(false);
    expect(await works(key, OLD)).toBeGreaterThanOrEqual(401);
    expect((await new Visitor(person.url).signIn(name, PASSWORD)).status).toBe(401);
  }
  const left = (await stack.client.keys(`${redisKeys.accountsPrefix}*deleted*`)).filter(
    (key) => !key.includes('guesses'),
  );
  expect(left).toEqual([]);
});

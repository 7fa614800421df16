import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsSetUp } from '../../lib/accounts/set-up.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createTeam, createUser } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { ForgedProvider } from '../harness/forged-oidc.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
let provider: ForgedProvider;
let operator: Operator;
let env: Record<string, string>;

beforeAll(async () => {
  app = await TestApp.start({ web: 0, workers: 0 });
  provider = await ForgedProvider.start();
  env = { ...provider.settings, PUBLIC_URL: 'https://search.example/base', OIDC_TEAMS: 'dev=blue,ops=green' };
  operator = new Operator({ REDIS_URL: app.env.REDIS_URL as string }, []);
  await createTeam(app.client, 'blue');
});
afterAll(async () => {
  await app?.stop();
  await provider?.stop();
});

const findings = async () => {
  const { stdout } = await operator.run('doctor --json', { env });
  return (JSON.parse(stdout) as { what: string; level: string; text: string }[])
    .filter(({ what }) => what === 'single sign-on')
    .map(({ level, text }) => `${level} ${text}`);
};

test('doctor says whether the provider answers, can be asked after people, and which team is missing', async () => {
  expect(await findings()).toEqual([
    `ok ${provider.issuer} answers`,
    expect.stringMatching(/^warn it offers no offline_access/),
    'warn OIDC_TEAMS: there is no team green',
  ]);
  provider.saysItIs = 'https://other.example';
  expect((await findings())[0]).toMatch(/^fail .* cannot sign anybody in: /);
  provider.saysItIs = '';
});

test('config check warns of an issuer without HTTPS elsewhere, and shows no secret', async () => {
  const check = (issuer: string) => operator.run('config check', { env: { ...env, OIDC_ISSUER: issuer } });
  expect((await check('http://login.example')).stdout).toContain('OIDC_ISSUER: whoever is on the way');
  expect((await check('https://login.example')).stdout).not.toContain('OIDC_ISSUER');
  const { stdout } = await operator.run('config --set', { env });
  expect(stdout).toMatch(/OIDC_CLIENT_SECRET +\(set, not shown\)/);
});

test('a link to sign in is printed with the public address', async () => {
  await createUser(app.client, 'rescue', { admin: true });
  const { stdout, code } = await operator.run('user sign-in-link Rescue', { env });
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^https:\/\/search\.example\/base\/login\/link\?token=[\w-]{43}\n$/),
  ]);
  const refused = await operator.run('user sign-in-link blue', { env });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('blue is a team')]);
});

test('an administrator who signs in at the provider needs no set-up link beside', async () => {
  expect(await needsSetUp(app.client)).toBe(true);
  await app.client.hset(redisKeys.user('rescue'), { sso: 'a digest' });
  expect(await needsSetUp(app.client)).toBe(false);
});

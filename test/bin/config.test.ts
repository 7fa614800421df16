import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { effectiveSettings } from '../../lib/effective-settings.ts';
import { runCli } from '../harness/command-line.ts';

const none = { environment: {}, '.env': {}, 'npm start': {} };
const settingIn = (sources: Partial<typeof none>, name: string) =>
  effectiveSettings({ ...none, ...sources }).settings.find((setting) => setting.name === name);

test('a setting comes from the environment, else from .env, else from npm start, else it is the default', () => {
  const [environment, file, start] = [{ PORT: '1' }, { PORT: '2' }, { PORT: '3' }];
  expect([
    settingIn({ environment, '.env': file, 'npm start': start }, 'PORT'),
    settingIn({ '.env': file, 'npm start': start }, 'PORT'),
    settingIn({ 'npm start': start }, 'PORT'),
    settingIn({}, 'PORT'),
    // As in a process: .env does not replace a variable that is there.
    settingIn({ environment: { PORT: '' }, '.env': file }, 'PORT'),
  ]).toEqual([
    { name: 'PORT', value: '1', source: 'environment' },
    { name: 'PORT', value: '2', source: '.env' },
    { name: 'PORT', value: '3', source: 'npm start' },
    { name: 'PORT', value: '3000', source: 'default' },
    { name: 'PORT', value: '3000', source: 'default' },
  ]);
});

test('defaults are shown as one would write them', () => {
  const names = [
    'API_BURST_LIMIT',
    'API_MONTHLY_LIMIT',
    'EXTRACT',
    'LOG_QUERIES',
    'ENGINE_A',
    'COMPAT',
    'EXTRACT_ALLOW',
  ];
  expect(names.map((name) => settingIn({}, name)?.value)).toEqual([
    '60/min',
    '',
    'on',
    'false',
    'brave',
    'searxng,tavily,openwebui,firecrawl,jina,brave,exa,mcp',
    '',
  ]);
});

test('no secret is shown, nor a password in an address', () => {
  const secrets = {
    BRAVE_API_KEY: 'BSA-very-secret',
    BRAVE_SUGGEST_API_KEY: 'BSA-other-secret',
    INSTANCE_SECRET: 'sixteen-letters-secret',
    INSTANCE_SECRET_PREVIOUS: 'sixteen-letters-secret-before',
    METRICS_TOKEN: 'sixteen-letters-secret-token',
    REDIS_URL: 'rediss://user:pass-secret@redis.example:6380/1',
    QUEUE_REDIS_URL: 'redis://:queue-secret@redis.example',
    SEARXNG_URL: 'https://name:basic-secret@searx.example/x',
  };
  const { settings, invalid } = effectiveSettings({ ...none, environment: secrets });
  expect(invalid).toEqual([]);
  expect(JSON.stringify(settings)).not.toMatch(/[\w-]secret/);
  expect(
    settings
      .filter(({ source }) => source === 'environment')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(secrets).sort());
  expect(settings.find(({ name }) => name === 'REDIS_URL')?.value).toBe(
    'rediss://user:(not shown)@redis.example:6380/1',
  );
});

test('old names work and are named; an unknown name in .env is, too', () => {
  const { settings, invalid, warnings } = effectiveSettings({
    ...none,
    environment: { API_THROTTLE_BURST: '7/min', HOME: '/home/ada' },
    '.env': { ACCOUNT_MONTHLY_CAP: '99', BRAVE_APIKEY: 'x', NODE_ENV: 'production' },
  });
  expect(invalid).toEqual([]);
  expect(settings).toContainEqual({ name: 'API_BURST_LIMIT', value: '7/min', source: 'environment' });
  expect(settings).toContainEqual({ name: 'ACCOUNT_MONTHLY_LIMIT', value: '99', source: '.env' });
  expect(warnings).toEqual([
    'API_THROTTLE_BURST is now API_BURST_LIMIT; the old name still works',
    'ACCOUNT_MONTHLY_CAP is now ACCOUNT_MONTHLY_LIMIT; the old name still works',
    'BRAVE_APIKEY in .env is not a setting',
  ]);
});

test('the old and the new name with two values are a problem', () => {
  const both = { API_THROTTLE_BURST: '7/min', API_BURST_LIMIT: '8/min' };
  expect(effectiveSettings({ ...none, environment: both }).invalid).toEqual([
    'API_BURST_LIMIT: API_THROTTLE_BURST, its old name, has another value',
  ]);
  const same = { API_THROTTLE_BURST: '8/min', API_BURST_LIMIT: '8/min' };
  expect(effectiveSettings({ ...none, environment: same }).invalid).toEqual([]);
});

test('tributary config and config check read .env, need no Redis, and fail on an invalid setting', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, '.env'), 'REDIS_URL=redis://127.0.0.1:1\nPORT=4123\nCACHE_TTL_S=soon\n');
  const options = { cwd: folder, env: { CONTACT: 'ops@example.org' } };
  const shown = await runCli(['config', '--set', '--json'], options);
  expect(JSON.parse(shown.stdout)).toEqual([
    { name: 'REDIS_URL', value: 'redis://127.0.0.1:1', source: '.env' },
    { name: 'CONTACT', value: 'ops@example.org', source: 'environment' },
    { name: 'PORT', value: '4123', source: '.env' },
    { name: 'CACHE_TTL_S', value: 'soon', source: '.env' },
  ]);
  expect([shown.code, shown.stderr]).toEqual([1, 'invalid: CACHE_TTL_S: must be a whole number\n']);
  const checked = await runCli(['config', 'check'], options);
  expect([checked.code, checked.stdout]).toEqual([1, 'fail  CACHE_TTL_S: must be a whole number\n']);
  await writeFile(path.join(folder, '.env'), 'PORT=4123\n');
  const good = await runCli(['config', 'check'], options);
  expect([good.code, good.stdout]).toEqual([0, 'ok    all settings are valid\n']);
});

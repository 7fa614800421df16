import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DIALECTS, readConfig } from '../../lib/config/config.ts';
import { effectiveSettings } from '../../lib/config/effective-settings.ts';
import { runCli } from '../harness/command-line.ts';

const none = { environment: {}, '.env': {}, 'npm start': {} };
const settingIn = (sources: Partial<typeof none>, name: string) =>
  effectiveSettings({ ...none, ...sources }).settings.find((setting) => setting.name === name);

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

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
    'API_THROTTLE_BURST',
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
    'off',
    'brave',
    DIALECTS.join(','),
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

test('other names work, and old ones are named', () => {
  const { settings, invalid, warnings } = effectiveSettings({
    ...none,
    environment: { API_BURST_LIMIT: '7/min', API_THROTTLE_SUSTAINED: '8/day', HOME: '/home/ada' },
    '.env': { ACCOUNT_MONTHLY_CAP: '99', NODE_ENV: 'production' },
  });
  expect(invalid).toEqual([]);
  expect(settings).toContainEqual({ name: 'API_THROTTLE_BURST', value: '7/min', source: 'environment' });
  expect(settings).toContainEqual({ name: 'API_THROTTLE_SUSTAINED', value: '8/day', source: 'environment' });
  expect(settings).toContainEqual({ name: 'ACCOUNT_MONTHLY_LIMIT', value: '99', source: '.env' });
  expect(warnings).toEqual(['ACCOUNT_MONTHLY_CAP is now ACCOUNT_MONTHLY_LIMIT; the old name still works']);
});

test('a ranking model is named as a place that queries and results leave for; a list of rules is not shown whole', () => {
  const environment = { RERANK_URL: 'https://rerank.example/v1/rerank', RULES: '$pin\n$boost' };
  const { settings, warnings } = effectiveSettings({ ...none, environment });
  expect(warnings).toEqual([
    'RERANK_URL: queries, and titles and passages of results, leave this instance for that server',
  ]);
  expect(settings).toContainEqual({ name: 'RULES', value: '(2 lines)', source: 'environment' });
  expect(effectiveSettings({ ...none, environment: { RERANK_URL: 'off' } }).warnings).toEqual([]);
});

test('two names of a setting with two values are a problem', () => {
  const both = { API_THROTTLE_BURST: '7/min', API_BURST_LIMIT: '8/min' };
  expect(effectiveSettings({ ...none, environment: both }).invalid).toEqual([
    'API_THROTTLE_BURST: API_BURST_LIMIT, which sets the same, has another value (from environment)',
  ]);
  const same = { API_THROTTLE_BURST: '8/min', API_BURST_LIMIT: '8/min' };
  expect(effectiveSettings({ ...none, environment: same }).invalid).toEqual([]);
});

describe('a variable that is not a setting', () => {
  const warningsOf = (sources: Partial<typeof none>) => effectiveSettings({ ...none, ...sources }).warnings;

  test.each([
    ['BRAVE_APIKEY', 'BRAVE_API_KEY'],
    ['API_THROTTLE_BURTS', 'API_THROTTLE_BURST'],
    ['ENGINE_a', 'ENGINE_A'],
    ['COMPATT', 'COMPAT'],
    ['INSTANCE_SECERT', 'INSTANCE_SECRET'],
  ])('is named wherever it comes from if it is like one: %s', (name, setting) => {
    for (const source of ['environment', '.env']) {
      const text = `${name} is not a setting. Did you mean ${setting}? (from ${source})`;
      expect(warningsOf({ [source]: { [name]: 'x' } })).toEqual([text]);
    }
  });

  test('is named if it begins like several settings, all of a source in one line', () => {
    const environment = {
      BRAVE_TOKEN: 'x',
      REDIS_HOST: 'redis',
      CACHE_SIZE: '5',
      EXTRACT_AGENT: '',
      HOSTNAME: 'web-1',
    };
    expect(warningsOf({ environment })).toEqual([
      'BRAVE_TOKEN, REDIS_HOST, CACHE_SIZE are not settings (from environment)',
    ]);
    expect(warningsOf({ '.env': { MINE: 'x' } })).toEqual(['MINE is not a setting (from .env)']);
  });

  test('is not named if it is of the shell, of Node, of compose.yaml, or of a Service of Kubernetes', () => {
    const shell = {
      HOME: '/',
      PATH: '/bin',
      USER: 'ada',
      TERM: 'x',
      LOGNAME: 'ada',
      SHELL: '/bin/sh',
      LANG: 'C',
      PWD: '/',
    };
    const service = { REDIS_SERVICE_HOST: '10.0.0.1', REDIS_PORT: 'tcp://10.0.0.1:6379', REDIS_PORT_6379_TCP: 'x' };
    const others = { NODE_OPTIONS: '--x', REDIS_PASSWORD: 'x', OTEL_SERVICE_NAME: 'x', TRIBUTARY_URL: 'x' };
    expect(warningsOf({ environment: { ...shell, ...service, ...others } })).toEqual([]);
  });
});

describe('a setting in a file', () => {
  test('is read from where <SETTING>_FILE says, without the end of its line', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'key');
    await writeFile(file, 'BSA-very-secret\n');
    expect(readConfig({ BRAVE_API_KEY_FILE: file }).adapters.brave?.apiKey).toBe('BSA-very-secret');
    const { settings, warnings } = effectiveSettings({ ...none, environment: { BRAVE_API_KEY_FILE: file } });
    expect(warnings).toEqual([]);
    expect(settings).toContainEqual({ name: 'BRAVE_API_KEY', value: '(set, not shown)', source: 'file' });
  });

  test('that cannot be read, is empty, or contradicts the setting is a problem', async () => {
    const folder = await temporaryFolder();
    const [empty, other, missing] = ['empty', 'other', 'missing'].map((name) => path.join(folder, name));
    await writeFile(empty ?? '', '\n');
    await writeFile(other ?? '', 'BSA-other');
    const invalid = effectiveSettings({
      ...none,
      '.env': { MOJEEK_API_KEY_FILE: missing, KAGI_API_KEY_FILE: empty, BRAVE_API_KEY: 'x', BRAVE_API_KEY_FILE: other },
    }).invalid.sort();
    expect(invalid).toEqual([
      'BRAVE_API_KEY: BRAVE_API_KEY_FILE, which sets the same, has another value (from .env)',
      `KAGI_API_KEY_FILE: the file ${empty} is empty (from .env)`,
      `MOJEEK_API_KEY_FILE: the file ${missing} cannot be read (ENOENT) (from .env)`,
    ]);
  });
});

test('tributary config and config check read .env, need no Redis, and fail on an invalid setting', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, '.env'), 'REDIS_URL=redis://127.0.0.1:1\nPORT=4123\nCACHE_TTL_S=soon\n');
  const options = { cwd: folder, env: { CONTACT: 'ops@example.org' } };
  const shown = await runCli(['config', '--set', '--json'], options);
  expect(JSON.parse(shown.stdout)).toEqual([
    { name: 'REDIS_URL', value: 'redis://127.0.0.1:1', source: '.env' },
    { name: 'CONTACT', value: 'ops@example.org', source: 'environment' },
    { name: 'PORT', value: '4123', source: '.env' },
    { name: 'CACHE_TTL_S', value: 'soon', source: '.env' },
  ]);
  expect([shown.code, shown.stderr]).toEqual([1, 'invalid: CACHE_TTL_S: must be a whole number (from .env)\n']);
  const checked = await runCli(['config', 'check'], options);
  expect([checked.code, checked.stdout]).toEqual([1, 'fail  CACHE_TTL_S: must be a whole number (from .env)\n']);
  await writeFile(path.join(folder, '.env'), 'PORT=4123\n');
  const good = await runCli(['config', 'check'], options);
  expect([good.code, good.stdout]).toEqual([0, 'ok    all settings are valid\n']);
});

import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settingsRefusal } from '../../lib/config/config.ts';
import { adapters } from '../../lib/providers/registry.ts';

/** The lines of the error message for a bad environment. */
function problems(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

const adaptersOf = (env: Record<string, string>) =>
  readConfig(env).slots.map((slot) => slot.adapters.join('+') || null);

describe('a setting of one engine', () => {
  it('has its standard value, is set by its name, and is checked', () => {
    const own = (env: Record<string, string>) => readConfig(env).adapters.yacy?.own;
    expect(own({})).toEqual({ YACY_RESOURCE: 'global' });
    expect(own({ YACY_RESOURCE: 'local' })).toEqual({ YACY_RESOURCE: 'local' });
    expect(problems({ YACY_RESOURCE: 'galactic' })).toEqual(['YACY_RESOURCE: must be global or local']);
  });
});

describe('an empty environment', () => {
  const config = readConfig({});

  it('gives a working configuration with the documented defaults', () => {
    expect(config).toMatchObject({
      port: 3_000,
      host: '127.0.0.1',
      publicUrl: '',
      basePath: '',
      trustProxy: [],
      redis: { kind: 'single', url: 'redis://127.0.0.1:6379' },
      queueRedis: { kind: 'single', url: 'redis://127.0.0.1:6379' },
      limits: {
        burst: { limit: 60, windowMs: 60_000 },
        sustained: { limit: 5_000, windowMs: 86_400_000 },
        monthly: null,
        account: {
          burst: { limit: 300, windowMs: 60_000 },
          sustained: { limit: 25_000, windowMs: 86_400_000 },
          monthly: null,
        },
      },
      maxKeysPerAccount: 50,
      authFailuresPerMin: 30,
      requestDeadlineMs: 6_000,
      cacheTtlS: 300,
      staleTtlS: 3_600,
      instanceSecret: undefined,
      logQueries: false,
      contact: '',
    });
  });

  it('has Brave, Mojeek and Marginalia in its slots, under their own names', () => {
    expect(config.slots).toMatchObject([
      { slug: 'engine_a', adapters: ['brave'], chosen: false, name: '' },
      { slug: 'engine_b', adapters: ['mojeek'], chosen: false, name: '' },
      { slug: 'engine_c', adapters: ['marginalia'], chosen: false, name: '' },
    ]);
  });

  /** Self-hosted services, or services that are off by default. */
  const PRIVATE = ['searxng', 'mediawiki', 'invidious', 'yacy', 'photon', 'libretranslate', 'rerank'];

  it('has no keys, and the public URL of every service that has one', () => {
    for (const [slug, { apiKey, url, otherUrls, groupApiKeys }] of Object.entries(config.adapters)) {
      expect([apiKey, ...Object.values(groupApiKeys)].join('')).toBe('');
      const addresses = [...(PRIVATE.includes(slug) ? [] : [url]), ...Object.values(otherUrls)];
      for (const address of addresses) expect(address).toMatch(/^https:\/\/[^/]+.*[^/]$/);
    }
    for (const slug of PRIVATE) expect(config.adapters[slug]?.url).toBe('');
    expect(Object.keys(config.adapters)).toEqual([...adapters.keys()]);
  });

  it('completes queries with Brave, then DuckDuckGo, then Wikipedia, then SearXNG', () => {
    expect(config.suggest).toEqual(['brave', 'duckduckgo', 'wikipedia', 'searxng']);
  });
});

describe('a setting', () => {
  it('is read from its variable', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '::1',
      PUBLIC_URL: 'https://search.example/base/',
      TRUST_PROXY: '10.0.0.0/8, 192.0.2.7',
      REDIS_URL: 'redis://:pw@redis.example:6380/1',
      QUEUE_REDIS_URL: 'rediss://queue.example:6381',
      API_THROTTLE_BURST: '10/s',
      API_THROTTLE_SUSTAINED: 'off',
      API_MONTHLY_LIMIT: '1000',
      AUTH_FAILURES_PER_MIN: '5',
      REQUEST_DEADLINE_MS: '2500',
      CACHE_TTL_S: '0',
      MAX_PENDING_CALLS: '7',
      INSTANCE_SECRET: 'sixteen-letters!',
      LOG_LEVEL: 'debug',
      LOG_QUERIES: 'TRUE',
      CONTACT: 'ops@example.org',
      ENGINE_A_NAME: 'Lion',
      ENGINE_A_CONCURRENCY: '3',
      BRAVE_MAX_CONCURRENT: '5',
      BRAVE_TIMEOUT_MS: '4000',
      BRAVE_BUDGET: '100/day,2000/month',
      BRAVE_PRICE: '5.5',
      BUDGET_CURRENCY: 'EUR',
      BRAVE_API_KEY: 'abc',
      BRAVE_URL: 'http://127.0.0.1:9999/brave/',
    });
    expect(config).toMatchObject({
      port: 8_080,
      host: '::1',
      publicUrl: 'https://search.example/base',
      basePath: '/base',
      trustProxy: ['10.0.0.0/8', '192.0.2.7'],
      redis: { url: 'redis://:pw@redis.example:6380/1' },
      queueRedis: { url: 'rediss://queue.example:6381' },
      limits: { burst: { limit: 10, windowMs: 1_000 }, sustained: null, monthly: 1_000 },
      authFailuresPerMin: 5,
      requestDeadlineMs: 2_500,
      cacheTtlS: 0,
      maxPendingCalls: 7,
      instanceSecret: 'sixteen-letters!',
      logLevel: 'debug',
      logQueries: true,
      contact: 'ops@example.org',
    });
    expect(config.slots[0]).toMatchObject({ name: 'Lion', concurrency: 3 });
    expect(config.adapters.brave).toEqual({
      apiKey: 'abc',
      maxConcurrent: 5,
      timeoutMs: 4_000,
      budget: { day: 100, month: 2_000, price: 5.5, currency: 'EUR' },
      weight: 1,
      url: 'http://127.0.0.1:9999/brave',
      groupApiKeys: { suggest: '' },
      otherUrls: {},
      own: {},
      rate: null,
    });
  });

  it('of an account is five times that of a key unless it is set, and off if the key’s is off', () => {
    const of = (env: Record<string, string>) => readConfig(env).limits.account;
    const keys = { API_THROTTLE_BURST: '10/s', API_THROTTLE_SUSTAINED: 'off', API_MONTHLY_LIMIT: '1000' };
    expect(of(keys)).toEqual({ burst: { limit: 50, windowMs: 1_000 }, sustained: null, monthly: 5_000 });
    const own = { ACCOUNT_BURST_LIMIT: 'off', ACCOUNT_SUSTAINED_LIMIT: '7/h', ACCOUNT_MONTHLY_CAP: '1200' };
    expect(of({ ...keys, ...own })).toEqual({
      burst: null,
      sustained: { limit: 7, windowMs: 3_600_000 },
      monthly: 1_200,
    });
  });

  it('that is empty or blank counts as unset', () => {
    const names = [
      ...['PORT', 'HOST', 'PUBLIC_URL', 'TRUST_PROXY', 'REDIS_URL', 'QUEUE_REDIS_URL', 'API_THROTTLE_BURST'],
      ...['API_THROTTLE_SUSTAINED', 'API_MONTHLY_LIMIT', 'AUTH_FAILURES_PER_MIN', 'REQUEST_DEADLINE_MS', 'CACHE_TTL_S'],
      ...['MAX_PENDING_CALLS', 'INSTANCE_SECRET', 'LOG_LEVEL', 'LOG_QUERIES', 'CONTACT', 'ENGINE_A', 'ENGINE_B'],
      ...['ENGINE_C', 'ENGINE_A_NAME', 'ENGINE_A_CONCURRENCY', 'BRAVE_API_KEY', 'BRAVE_URL', 'MARGINALIA_API_KEY'],
      ...['SUGGEST', 'BRAVE_SUGGEST_API_KEY', 'WIKIPEDIA_URL', 'COMMONS_URL', 'SEARXNG_URL', 'STACKEXCHANGE_API_KEY'],
    ];
    for (const nothing of ['', '  ', undefined]) {
      expect(readConfig(Object.fromEntries(names.map((name) => [name, nothing])))).toEqual(readConfig({}));
    }
  });

  it('can have surrounding space', () => {
    expect(readConfig({ PORT: ' 8080 ', API_THROTTLE_BURST: ' off ', BRAVE_API_KEY: ' abc\n' })).toMatchObject({
      port: 8_080,
      limits: { burst: null },
      adapters: { brave: { apiKey: 'abc' } },
    });
  });

  it('that is unknown is ignored', () => {
    expect(readConfig({ SOMETHING_ELSE: 'x', ENGINE_D: 'nonsense', PATH: '/bin' })).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', 'http', /whole number/],
    ['PORT', '-1', /whole number/],
    ['PORT', '3000.5', /whole number/],
    ['PORT', '65536', /between 0 and 65535/],
    ['PUBLIC_URL', 'search.example', /http:\/\/ or https:\/\//],
    ['PUBLIC_URL', 'ftp://search.example', /http:\/\/ or https:\/\//],
    ['PUBLIC_URL', 'javascript:alert(1)', /http:\/\/ or https:\/\//],
    ['PUBLIC_URL', 'https://search.example/?q=x', /no query/],
    ['PUBLIC_URL', 'https://search.example/a;b', /only letters, digits and - \. _ ~ in its path/],
    ['PUBLIC_URL', 'https://search.example//other.example', /only letters/],
    ['PUBLIC_URL', 'https://search.example/a/../b', /only letters/],
    ['RULES', '$site=a.example\n$oops', /Line 2 has an unknown option "oops"/],
    ['TRUST_PROXY', 'true', /"true" is not an IP address or range/],
    ['TRUST_PROXY', '1', /"1" is not an IP address or range/],
    ['TRUST_PROXY', 'proxy.example', /not an IP address or range/],
    ['TRUST_PROXY', '10.0.0.0/33', /"10\.0\.0\.0\/33" is not an IP address or range/],
    ['TRUST_PROXY', '10.0.0.0/8/8', /not an IP address or range/],
    ['TRUST_PROXY', '10.0.0.0/', /not an IP address or range/],
    ['TRUST_PROXY', '10.0.0.0/x', /not an IP address or range/],
    ['TRUST_PROXY', '10.0.0', /not an IP address or range/],
    ['TRUST_PROXY', '2001:db8::/129', /not an IP address or range/],
    ['REDIS_URL', 'http://127.0.0.1:6379', /redis:\/\/ or rediss:\/\//],
    ['REDIS_URL', 'localhost:6379', /redis:\/\/ or rediss:\/\//],
    ['REDIS_URL', 'redis', /redis:\/\/ or rediss:\/\//],
    ['QUEUE_REDIS_URL', 'https://x.example', /redis:\/\/ or rediss:\/\//],
    ['API_THROTTLE_BURST', '60', /is not a rate/],
    ['API_THROTTLE_BURST', '60/fortnight', /is not a rate/],
    ['API_THROTTLE_SUSTAINED', 'none', /is not a rate/],
    ['API_THROTTLE_SUSTAINED', '0/day', /is not a rate/],
    ['API_MONTHLY_LIMIT', 'none', /number or off/],
    ['API_MONTHLY_LIMIT', '0', /number or off|between/],
    ['API_MONTHLY_LIMIT', '-5', /number or off|whole number/],
    ['AUTH_FAILURES_PER_MIN', '0', /between 1 and/],
    ['AUTH_FAILURES_PER_MIN', 'many', /whole number/],
    ['REQUEST_DEADLINE_MS', '6s', /whole number/],
    ['REQUEST_DEADLINE_MS', '0', /between/],
    ['REQUEST_DEADLINE_MS', '99999999999999999999', /between/],
    ['CACHE_TTL_S', '5m', /whole number/],
    ['CACHE_TTL_S', '86401', /between 0 and 86400/],
    ['MAX_PENDING_CALLS', '0', /between/],
    ['INSTANCE_SECRET', 'short', /at least 16 characters/],
    ['INSTANCE_SECRET', 'change-me-0000000000000000', /is a placeholder/],
    ['METRICS_TOKEN', '<your metrics token>', /is a placeholder/],
    ['BRAVE_API_KEY', 'your-api-key', /is a placeholder/],
    ['KAGI_API_KEY', 'xxxxxxxxxxxx', /is a placeholder/],
    ['SENTINEL_PASSWORD', 'changeme', /is a placeholder/],
    ['REDIS_URL', 'redis://:change-me-0000000000000000@tributary-redis:6379', /placeholder password/],
    ['LOG_LEVEL', 'loud', /info/],
    ['LOG_QUERIES', 'maybe', /must be on or off/],
    ['CONTACT', 'ops\r\nX-Evil: 1', /ASCII/],
    ['CONTACT', 'öps@example.org', /ASCII/],
    ['CONTACT', 'x'.repeat(201), /200/],
    ['ENGINE_A', 'altavista', /must be one of .*brave.*gdelt/],
    ['ENGINE_B', 'Brave Search', /must be one of .*mojeek/],
    ['ENGINE_C', '__proto__', /must be one of .*marginalia/],
    ['ENGINE_B_NAME', 'x'.repeat(61), /60/],
    ['ENGINE_C_CONCURRENCY', '0', /between 1 and/],
    ['BRAVE_API_KEY', 'two words', /printable ASCII/],
    ['MOJEEK_API_KEY', 'käy', /printable ASCII/],
    ['BRAVE_URL', 'api.search.brave.com', /http:\/\/ or https:\/\//],
    ['MARGINALIA_URL', 'file:///etc/passwd', /http:\/\/ or https:\/\//],
    ['NOMINATIM_URL', 'of', /http:\/\/ or https:\/\/ address, or off/],
    ['NOMINATIM_URL', 'none', /http:\/\/ or https:\/\/ address, or off/],
    ['COMMONS_URL', 'commons', /http:\/\/ or https:\/\//],
    ['COMMONS_URL', 'off', /http:\/\/ or https:\/\//],
    ['WIKIPEDIA_URL', '{lang}.wikipedia.org', /http:\/\/ or https:\/\//],
    ['BRAVE_SUGGEST_API_KEY', 'two words', /printable ASCII/],
    ['SUGGEST', 'altavista', /"altavista" is not one of .*brave.*duckduckgo/],
    ['SUGGEST', 'brave,mojeek', /^"mojeek" is not one of/],
    ['SUGGEST', 'brave, brave', /"brave" is listed twice/],
    ['SUGGEST', 'off, brave', /"off" is not one of/],
    ['SUGGEST', '__proto__', /"__proto__" is not one of/],
    ['ENGINE_A', 'duckduckgo', /must be one of .*brave/],
    ['ENGINE_A', 'nominatim', /must be one of .*brave/],
  ])('%s=%j prevents the start, with its name and the reason', (name, value, reason) => {
    const lines = problems({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: `));
    expect(lines[0]?.slice(name.length + 2)).toMatch(reason);
  });

  it('that is bad is reported together with all other bad ones', () => {
    const lines = problems({
      PORT: 'x',
      REDIS_URL: 'x',
      API_THROTTLE_BURST: 'x',
      ENGINE_A: 'x',
      BRAVE_URL: 'x',
      LOG_QUERIES: 'x',
      CACHE_TTL_S: '60',
    });
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual([
      'API_THROTTLE_BURST',
      'BRAVE_URL',
      'ENGINE_A',
      'LOG_QUERIES',
      'PORT',
      'REDIS_URL',
    ]);
  });

  it('that is a secret never appears in the message', () => {
    const secret = 'hunter2';
    const message = problems({
      BRAVE_API_KEY: `${secret} x`,
      BRAVE_SUGGEST_API_KEY: `${secret} x`,
      COMMONS_URL: `ftp://user:${secret}@x.example`,
      MOJEEK_API_KEY: `${secret}ö`,
      MARGINALIA_API_KEY: `x ${secret}`,
      INSTANCE_SECRET: secret,
      REDIS_URL: `http://:${secret}@redis.example`,
      QUEUE_REDIS_URL: `${secret}@redis.example`,
      BRAVE_URL: `ftp://user:${secret}@x.example`,
      PUBLIC_URL: `user:${secret}@x.example`,
    });
    expect(message).toHaveLength(10);
    expect(message.join('\n')).not.toContain(secret);
  });
});

describe('the threads for instant answers', () => {
  it('are at least four', () => {
    expect(readConfig({}).instantThreads).toBeGreaterThanOrEqual(4);
  });

  it('can be none', () => {
    expect(readConfig({ INSTANT_THREADS: '0' }).instantThreads).toBe(0);
  });
});

describe('the address to listen on', () => {
  it('is loopback, unless a platform provides a port', () => {
    expect(readConfig({}).host).toBe('127.0.0.1');
    expect(readConfig({ PORT: '8080' }).host).toBe('0.0.0.0');
    expect(readConfig({ PORT: '' }).host).toBe('127.0.0.1');
    expect(readConfig({ PORT: ' ' }).host).toBe('127.0.0.1');
  });

  it('is the configured one in either case', () => {
    expect(readConfig({ HOST: '192.0.2.1' }).host).toBe('192.0.2.1');
    expect(readConfig({ PORT: '8080', HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
  });
});

describe('the Redis of the queues', () => {
  it('is the main one by default', () => {
    expect(readConfig({ REDIS_URL: 'redis://one.example' })).toMatchObject({
      queueRedis: { url: 'redis://one.example' },
    });
    expect(readConfig({ REDIS_URL: 'redis://one.example', QUEUE_REDIS_URL: 'redis://two.example' })).toMatchObject({
      redis: { url: 'redis://one.example' },
      queueRedis: { url: 'redis://two.example' },
    });
  });
});

describe('a switch', () => {
  const switches = (text: string) => {
    const names = ['LOG_QUERIES', 'STRIP_TRACKING', 'DASHBOARD_WRITE', 'EXTRACT', 'EXTRACT_ROBOTS', 'IMAGE_PROXY'];
    const config = readConfig(Object.fromEntries(names.map((name) => [name, text])));
    const { logQueries, stripTracking, dashboardWrite, extract, imageProxy } = config;
    return [logQueries, stripTracking, dashboardWrite, extract.enabled, extract.robots, imageProxy];
  };

  it.each([
    ['on', true],
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['off', false],
    ['Off', false],
    ['false', false],
    ['0', false],
  ])('can be written %s', (text, value) => {
    expect(new Set(switches(text))).toEqual(new Set([value]));
  });
});

describe('trusted proxies', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8,192.168.0.0/16', ['10.0.0.0/8', '192.168.0.0/16']],
    ['10.0.0.1 , 10.0.0.2\t10.0.0.3,', ['10.0.0.1', '10.0.0.2', '10.0.0.3']],
    ['::1, 2001:db8::/32, fd00::/8', ['::1', '2001:db8::/32', 'fd00::/8']],
    ['0.0.0.0/0', ['0.0.0.0/0']],
  ])('are a list of addresses and ranges: %j', (text, list) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(list);
  });

  it('are each reported if several are bad', () => {
    const [line] = problems({ TRUST_PROXY: '10.0.0.1, nobody, 300.0.0.1' });
    expect(line).toMatch(/^TRUST_PROXY: .*"nobody".*"300\.0\.0\.1"/);
    expect(line).not.toContain('"10.0.0.1"');
  });
});

describe('the engine slots', () => {
  it('accept any engine', () => {
    expect(adaptersOf({ ENGINE_A: 'marginalia', ENGINE_B: 'brave', ENGINE_C: 'mojeek' })).toEqual([
      'marginalia',
      'brave',
      'mojeek',
    ]);
  });

  it('are empty if their default engine is assigned to another slot', () => {
    expect(adaptersOf({ ENGINE_A: 'mojeek' })).toEqual(['mojeek', null, 'marginalia']);
    expect(adaptersOf({ ENGINE_C: 'brave' })).toEqual([null, 'mojeek', 'brave']);
    expect(adaptersOf({ ENGINE_A: 'marginalia', ENGINE_C: 'brave' })).toEqual(['marginalia', 'mojeek', 'brave']);
    expect(adaptersOf({ ENGINE_A: 'mojeek', ENGINE_B: 'brave' })).toEqual(['mojeek', 'brave', 'marginalia']);
  });

  it('refuse an engine that is named twice, and report the later slot', () => {
    expect(problems({ ENGINE_A: 'brave', ENGINE_C: 'brave' })).toEqual([
      'ENGINE_C: brave is already assigned to ENGINE_A',
    ]);
    expect(problems({ ENGINE_B: 'mojeek', ENGINE_C: 'mojeek' })).toEqual([
      'ENGINE_C: mojeek is already assigned to ENGINE_B',
    ]);
    const thrice = problems({ ENGINE_A: 'brave', ENGINE_B: 'brave', ENGINE_C: 'brave' });
    expect(thrice.map((line) => line.split(':')[0])).toEqual(['ENGINE_B', 'ENGINE_C']);
  });

  it('report only the slot with the unknown engine', () => {
    expect(problems({ ENGINE_A: 'bravo', ENGINE_B: 'brave' }).map((line) => line.split(':')[0])).toEqual(['ENGINE_A']);
  });

  it('record whether the operator chose their engine', () => {
    expect(readConfig({ ENGINE_C: 'marginalia' }).slots.map(({ chosen }) => chosen)).toEqual([false, false, true]);
  });

  it('have the name of their engine unless another is set', () => {
    const { slots } = readConfig({ ENGINE_A: 'mojeek', ENGINE_B: 'brave', ENGINE_B_NAME: 'Löwe & Co' });
    expect(slots.map(({ name }) => name)).toEqual(['', 'Löwe & Co', '']);
  });

  it('hold a group of engines', () => {
    expect(adaptersOf({ ENGINE_C: 'marginalia + wikipedia+kagi' })).toEqual([
      'brave',
      'mojeek',
      'marginalia+wikipedia+kagi',
    ]);
    expect(adaptersOf({ ENGINE_A: 'marginalia+mojeek' })).toEqual(['marginalia+mojeek', null, null]);
    const { adapters, stageOf, enough } = readConfig({ ENGINE_A: 'marginalia + mojeek > brave' }).slots[0] ?? {};
    expect([adapters, stageOf, enough]).toEqual([
      ['marginalia', 'mojeek', 'brave'],
      { marginalia: 0, mojeek: 0, brave: 1 },
      5,
    ]);
    expect(problems({ ENGINE_A: 'mojeek>brave+mojeek' })).toEqual(['ENGINE_A: lists an engine in two stages']);
    expect(problems({ ENGINE_A: 'mojeek>' })[0]).toMatch(/^ENGINE_A: must be one of /);
    expect(problems({ BRAVE_BUDGET: '5' })).toEqual([
      'BRAVE_BUDGET: "5" is not a budget: write N/day, N/month, or both with a comma',
    ]);
    expect(problems({ ENGINE_A: 'marginalia+marginalia' })).toEqual(['ENGINE_A: lists an engine twice']);
    expect(problems({ ENGINE_A: 'brave+kagi', ENGINE_C: 'wikipedia+kagi' })).toEqual([
      'ENGINE_C: kagi is already assigned to ENGINE_A',
    ]);
    expect(problems({ ENGINE_A: 'brave+' })[0]).toMatch(/^ENGINE_A: must be one of arxiv, brave, /);
  });

  it('hold the engines of a group by its name, alone or beside others, each once', () => {
    const code = [...adapters.values()].filter(({ groups }) => groups?.includes('code')).map(({ slug }) => slug);
    expect(code).toContain('stackexchange');
    expect(adaptersOf({ ENGINE_C: 'code' })[2]).toBe(code.join('+'));
    expect(adaptersOf({ ENGINE_C: 'code+stackexchange+wikipedia' })[2]).toBe([...code, 'wikipedia'].join('+'));
    expect(problems({ ENGINE_A: 'stackexchange', ENGINE_C: 'code' })).toEqual([
      'ENGINE_C: stackexchange is already assigned to ENGINE_A',
    ]);
    expect(problems({ ENGINE_A: 'music' })[0]).toMatch(
      /^ENGINE_A: must be one of arxiv, brave, .*, a group \(keyless, papers, code\), or several joined by \+$/,
    );
    expect(problems({ ENGINE_A: 'constructor' })).toHaveLength(1);
  });

  it('have groups for papers and for code', () => {
    expect(adaptersOf({ ENGINE_C: 'papers' })[2]).toBe('arxiv+crossref+pubmed');
    expect(adaptersOf({ ENGINE_C: 'code' })[2]).toBe('github+mdn+stackexchange');
  });

  it('hold engines without an account with ENGINES=keyless, except where the operator chose others', () => {
    const keyless = { ENGINES: 'keyless' };
    expect(adaptersOf({ ...keyless, ENGINE_A: 'brave' })[0]).toBe('brave');
    expect(adaptersOf({ ...keyless, ENGINE_B: 'marginalia' }).slice(0, 2)).toEqual([
      'tavily+gdelt+sepiasearch',
      'marginalia',
    ]);
    expect(problems({ ENGINES: 'free' })).toEqual(['ENGINES: must be keyless, or unset']);
  });
});

describe('the providers of suggestions', () => {
  it.each([
    ['wikipedia', ['wikipedia']],
    ['searxng, duckduckgo', ['searxng', 'duckduckgo']],
    ['wikipedia brave,duckduckgo,', ['wikipedia', 'brave', 'duckduckgo']],
    ['off', []],
    ['OFF', []],
  ])('are listed in order: %j', (text, list) => {
    expect(readConfig({ SUGGEST: text }).suggest).toEqual(list);
  });
});

describe('an adapter', () => {
  const adapter = (slug: string, env: Record<string, string>) => readConfig(env).adapters[slug];

  it('is turned off by the URL "off"', () => {
    expect(adapter('nominatim', { NOMINATIM_URL: 'off' })?.url).toBe('');
    expect(adapter('wikipedia', { WIKIPEDIA_URL: ' off ' })?.url).toBe('');
    expect(adapter('brave', { BRAVE_URL: 'off', BRAVE_API_KEY: 'k' })).toMatchObject({ url: '', apiKey: 'k' });
  });

  it('can have its language anywhere in its URL', () => {
    expect(adapter('wikipedia', {})?.url).toBe('https://{lang}.wikipedia.org');
    expect(adapter('wikipedia', { WIKIPEDIA_URL: 'https://{lang}.wiki.example/' })?.url).toBe(
      'https://{lang}.wiki.example',
    );
    expect(adapter('wikipedia', { WIKIPEDIA_URL: 'http://127.0.0.1:1/wiki/{lang}/' })?.url).toBe(
      'http://127.0.0.1:1/wiki/{lang}',
    );
  });

  it('has additional URLs, each from its own setting', () => {
    expect(adapter('wikipedia', {})?.otherUrls).toEqual({ COMMONS_URL: 'https://commons.wikimedia.org' });
    expect(adapter('wikipedia', { COMMONS_URL: 'http://127.0.0.1:1/commons/' })).toMatchObject({
      url: 'https://{lang}.wikipedia.org',
      otherUrls: { COMMONS_URL: 'http://127.0.0.1:1/commons' },
    });
  });

  it('has a separate key for a separate subscription', () => {
    expect(adapter('brave', { BRAVE_API_KEY: 'search', BRAVE_SUGGEST_API_KEY: 'suggest' })).toMatchObject({
      apiKey: 'search',
      groupApiKeys: { suggest: 'suggest' },
    });
    expect(adapter('brave', { BRAVE_API_KEY: 'search' })?.groupApiKeys).toEqual({ suggest: '' });
    expect(adapter('brave', { BRAVE_SUGGEST_API_KEY: 'suggest' })?.apiKey).toBe('');
  });

  it('without keys ignores a key setting, even an invalid one', () => {
    for (const slug of ['searxng', 'wikipedia', 'duckduckgo', 'nominatim']) {
      expect(adapter(slug, { [`${slug.toUpperCase()}_API_KEY`]: 'k' })?.apiKey).toBe('');
      expect(problems({ [`${slug.toUpperCase()}_API_KEY`]: 'two words' })).toEqual([]);
    }
  });

  it('with an optional key reads it', () => {
    expect(adapter('stackexchange', { STACKEXCHANGE_API_KEY: 'k' })?.apiKey).toBe('k');
    expect(adapter('stackexchange', {})?.apiKey).toBe('');
  });
});

it('says which settings keep a process from starting, each with its reason', () => {
  expect(settingsRefusal({ PORT: '3000' })).toBeNull();
  const lines = settingsRefusal({ PORT: 'abc', API_THROTTLE_BURST: 'often', BRAVE_API_KEY: 'hunter 2' })?.split('\n');
  expect(lines?.[0]).toBe('Tributary cannot start with these settings:');
  expect(lines?.slice(1).map((line) => /^ {2}(\w+): \S/.exec(line)?.[1])).toEqual([
    'API_THROTTLE_BURST',
    'PORT',
    'BRAVE_API_KEY',
  ]);
});

import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';

const roster = (env: Record<string, string> = {}) => buildRoster(readConfig(env));
const slots = (env: Record<string, string> = {}) => roster(env).slots.map(({ provider }) => provider?.id ?? null);
const provider = (slug: string, env: Record<string, string>) => roster(env).providers.get(slug);

const KEYS = { BRAVE_API_KEY: 'brave-key', MOJEEK_API_KEY: 'mojeek-key', MARGINALIA_API_KEY: 'public' };

describe('who can be called', () => {
  it('is nobody without a key: the three slots are there, and empty', () => {
    expect(slots()).toEqual([null, null, null]);
    expect(roster().slots.map(({ slug }) => slug)).toEqual(['engine_a', 'engine_b', 'engine_c']);
    expect(roster().providers.size).toBe(0);
  });

  it('is everybody whose key is set', () => {
    expect(slots(KEYS)).toEqual(['brave', 'mojeek', 'marginalia']);
    expect([...roster(KEYS).providers.keys()]).toEqual(['brave', 'mojeek', 'marginalia']);
  });

  it('is not who lacks a key, though its address or slot is set', () => {
    expect(slots({ BRAVE_URL: 'http://127.0.0.1:1/brave', ENGINE_B: 'mojeek' })).toEqual([null, null, null]);
    expect(slots({ MOJEEK_API_KEY: 'k' })).toEqual([null, 'mojeek', null]);
  });

  it('is not who has a key but sits in no slot', () => {
    const env = { ...KEYS, ENGINE_A: 'mojeek' };
    expect(slots(env)).toEqual(['mojeek', null, 'marginalia']);
    expect(roster(env).providers.has('brave')).toBe(false);
  });

  it('is each in its own slot, wherever that is', () => {
    expect(slots({ ...KEYS, ENGINE_A: 'marginalia', ENGINE_C: 'brave' })).toEqual(['marginalia', 'mojeek', 'brave']);
  });
});

describe('Marginalia', () => {
  it('is not configured by default', () => {
    expect(slots({ BRAVE_API_KEY: 'k' })).toEqual(['brave', null, null]);
  });

  it('is configured with the public key where a slot names it outright', () => {
    for (const name of ['ENGINE_A', 'ENGINE_B', 'ENGINE_C']) {
      expect(provider('marginalia', { [name]: 'marginalia' })?.settings.apiKey).toBe('public');
    }
  });

  it('is configured with its key where one is set, named or not', () => {
    expect(provider('marginalia', { MARGINALIA_API_KEY: 'mine' })?.settings.apiKey).toBe('mine');
    expect(provider('marginalia', { MARGINALIA_API_KEY: 'public' })?.settings.apiKey).toBe('public');
    expect(provider('marginalia', { MARGINALIA_API_KEY: 'mine', ENGINE_B: 'marginalia' })?.settings.apiKey).toBe(
      'mine',
    );
  });

  it('lends its public key to nobody else', () => {
    expect(slots({ ENGINE_A: 'brave', ENGINE_B: 'mojeek', ENGINE_C: 'marginalia' })).toEqual([
      null,
      null,
      'marginalia',
    ]);
  });
});

describe('a provider', () => {
  it('has its key, its address and the operator’s contact', () => {
    expect(provider('brave', { ...KEYS, CONTACT: 'ops@example.org' })?.settings).toEqual({
      url: 'https://api.search.brave.com/res/v1',
      apiKey: 'brave-key',
      userAgent: expect.stringMatching(/^Tributary\/\S+ \(ops@example\.org\)$/),
    });
    expect(provider('brave', { ...KEYS, BRAVE_URL: 'http://127.0.0.1:1/brave/' })?.settings.url).toBe(
      'http://127.0.0.1:1/brave',
    );
  });

  it('names the application even where no contact is set', () => {
    expect(provider('brave', KEYS)?.settings.userAgent).toMatch(/^Tributary\/\S+ \(.+\)$/);
  });

  it('has its slot’s concurrency', () => {
    const env = { ...KEYS, ENGINE_A: 'mojeek', ENGINE_A_CONCURRENCY: '3', ENGINE_C_CONCURRENCY: '5' };
    expect(provider('mojeek', env)?.concurrency).toBe(3);
    expect(provider('marginalia', env)?.concurrency).toBe(5);
  });

  it('keeps answers as long as is set, and never longer than its terms allow', () => {
    expect(provider('brave', { ...KEYS, CACHE_TTL_S: '86400' })?.cacheTtlS).toBe(86_400);
    expect(provider('mojeek', { ...KEYS, CACHE_TTL_S: '86400' })?.cacheTtlS).toBe(3_600);
    expect(provider('mojeek', { ...KEYS, CACHE_TTL_S: '60' })?.cacheTtlS).toBe(60);
    expect(provider('mojeek', { ...KEYS, CACHE_TTL_S: '0' })?.cacheTtlS).toBe(0);
  });

  it('has a cache of its own for every address: a stand-in’s answers never pass for the real ones', () => {
    const real = provider('brave', KEYS)?.cacheName;
    const standIn = provider('brave', { ...KEYS, BRAVE_URL: 'http://127.0.0.1:1/brave' })?.cacheName;
    expect(standIn).not.toBe(real);
    expect(provider('brave', KEYS)?.cacheName).toBe(real);
    expect(provider('mojeek', KEYS)?.cacheName).not.toBe(real);
    expect(provider('brave', { ...KEYS, BRAVE_API_KEY: 'another' })?.cacheName).not.toContain('another');
  });
});

describe('a slot', () => {
  it('is shown under its engine’s name, or the operator’s', () => {
    expect(roster(KEYS).slots.map(({ label }) => label)).toEqual(['Brave', 'Mojeek', 'Marginalia']);
    expect(roster({ ...KEYS, ENGINE_B_NAME: 'Second opinion' }).slots[1]?.label).toBe('Second opinion');
    expect(roster({ ...KEYS, ENGINE_A: 'mojeek' }).slots[0]?.label).toBe('Mojeek');
  });
});

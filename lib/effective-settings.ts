import { ConfigError, readConfig } from './config.ts';
import { apiKey, flag, onOff, secret } from './config-values.ts';
import { mergedSettings, type SettingSources } from './setting-sources.ts';
import { oldNames, renamedText, type SettingRead } from './settings-reader.ts';

/** A setting that takes effect. */
export interface EffectiveSetting {
  name: string;
  /** Its text without secrets; empty if it is unset and has no default. */
  value: string;
  source: keyof SettingSources | 'default';
}

/** What is wrong with the settings, and what should be changed. */
export interface SettingProblems {
  invalid: string[];
  warnings: string[];
}

/** Every setting with its value and its source, and what is wrong with them. */
export function effectiveSettings(sources: SettingSources): { settings: EffectiveSetting[] } & SettingProblems {
  const read = new Map<string, SettingRead>();
  const invalid = problemsOf(() => readConfig(mergedSettings(sources), (setting) => read.set(setting.name, setting)));
  const settings = [...read.values()].map((setting) => ({
    name: setting.name,
    value: shownValue(setting),
    source: sourceOf(setting.variable, sources),
  }));
  const renamed = [...read.values()].flatMap(({ name, variable }) =>
    variable && variable !== name ? renamedText(variable, name) : [],
  );
  const unknown = Object.keys(sources['.env']).filter((name) => !read.has(name) && !isOtherwiseKnown(name));
  return {
    settings,
    invalid,
    warnings: [...renamed, ...unknown.map((name) => `${name} in .env is not a setting`)],
  };
}

/** Variables that are no settings of Tributary, but that it, Node, compose.yaml or a client reads. */
function isOtherwiseKnown(name: string): boolean {
  return /^(NODE_|OTEL_|TRIBUTARY_|REDIS_PASSWORD$)/.test(name) || Object.values(oldNames).includes(name);
}

function problemsOf(load: () => unknown): string[] {
  try {
    load();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

function sourceOf(variable: string | null, sources: SettingSources): EffectiveSetting['source'] {
  if (variable === null) return 'default';
  const names = ['environment', '.env', 'npm start'] as const;
  return names.find((name) => sources[name][variable]?.trim()) ?? 'default';
}

/** The text of a setting, as one would write it. A secret, and a password in an address, are not shown. */
function shownValue({ variable, schema, value }: SettingRead): string {
  if (variable !== null) {
    if (schema === secret || schema === apiKey) return '(set, not shown)';
    return String(value).replace(/(:\/\/[^\s/?#]*?:)[^\s/?#]*@/g, '$1(not shown)@');
  }
  if (schema === onOff || (schema === flag && typeof value === 'boolean')) return onOffText(value === true, schema);
  return defaultText(value);
}

function onOffText(value: boolean, schema: unknown): string {
  return schema === onOff ? (value ? 'on' : 'off') : String(value);
}

const WINDOWS: Readonly<Record<number, string>> = { 1000: 's', 60000: 'min', 3600000: 'h', 86400000: 'day' };

/** A default as one would write it. */
function defaultText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object') return String(value);
  const { limit, windowMs } = value as { limit?: number; windowMs?: number };
  // A list of hosts is empty by default.
  return limit === undefined ? '' : `${limit}/${WINDOWS[windowMs ?? 0] ?? `${windowMs} ms`}`;
}

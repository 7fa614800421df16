import { ConfigError, readConfig } from './config.ts';
import { apiKey, onOff, ruleLines, secret } from './config-values.ts';
import { mergedSettings, type SettingSources, sourceIn } from './setting-sources.ts';
import { settingWarnings } from './setting-warnings.ts';
import { fileVariable, type SettingRead } from './settings-reader.ts';

/** A setting that takes effect. */
export interface EffectiveSetting {
  name: string;
  /** Its text without secrets; empty if it is unset and has no default. */
  value: string;
  source: keyof SettingSources | 'file' | 'default';
}

/** What is wrong with the settings, and what should be changed. */
export interface SettingProblems {
  invalid: string[];
  warnings: string[];
}

/** Every setting with its value and its source, and what is wrong with them. */
export function effectiveSettings(sources: SettingSources): { settings: EffectiveSetting[] } & SettingProblems {
  const read = new Map<string, SettingRead>();
  const sourceOf = sourceIn(sources);
  const onRead = (setting: SettingRead) => read.set(setting.name, setting);
  const invalid = problemsOf(() => readConfig(mergedSettings(sources), { onRead, sourceOf }));
  const settings = [...read.values()].map((setting): EffectiveSetting => {
    const { name, variable } = setting;
    const source = variable === fileVariable(name) ? 'file' : sourceOf(variable ?? '');
    return { name, value: shownValue(setting), source: source ?? 'default' };
  });
  return { settings, invalid, warnings: settingWarnings(sources, [...read.values()]) };
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

/** The text of a setting, as one would write it. A secret, and a password in an address, are not shown. */
function shownValue({ variable, schema, value }: SettingRead): string {
  if (variable !== null) {
    if (schema === secret || schema === apiKey) return '(set, not shown)';
    if (schema === ruleLines) return `(${String(value).split('\n').length} lines)`;
    return String(value).replace(/(:\/\/[^\s/?#]*?:)[^\s/?#]*@/g, '$1(not shown)@');
  }
  if (schema === onOff) return value === true ? 'on' : 'off';
  return defaultText(value);
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

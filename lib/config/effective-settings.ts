import { ConfigError, readConfig } from './config.ts';
import { mergedSettings, type SettingSources, sourceIn } from './setting-sources.ts';
import { settingWarnings } from './setting-warnings.ts';
import { fileVariable, type SettingRead } from './settings-reader.ts';
import { shownValue } from './shown-value.ts';

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

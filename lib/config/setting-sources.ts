import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.ts';
import { settingWarnings } from './setting-warnings.ts';
import type { Environment, SettingRead } from './settings-reader.ts';

// Only this file reads the environment.

/**
 * Loads the settings, and what should be changed in them. The environment takes precedence over a `.env` file in the
 * working directory.
 */
export function loadConfig(): { config: Config; warnings: string[] } {
  const sources = settingSources({});
  // For what reads the environment itself, such as OpenTelemetry.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const read: SettingRead[] = [];
  const config = readConfig(mergedSettings(sources), {
    onRead: (setting) => read.push(setting),
    sourceOf: sourceIn(sources),
  });
  return { config, warnings: settingWarnings(sources, read) };
}

/** Where settings come from, the first that has one. */
export interface SettingSources {
  environment: Environment;
  /** The `.env` file in the working directory. */
  '.env': Environment;
  /** What `npm start` has set for its processes, while it runs. */
  'npm start': Environment;
}

/** Reads where the settings of a process come from, before the process adds those of `.env` to its environment. */
export function settingSources(ofNpmStart: Environment): SettingSources {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  return { environment: { ...process.env }, '.env': file, 'npm start': ofNpmStart };
}

/** The variables of all sources together. */
export function mergedSettings(sources: SettingSources): Environment {
  return { ...sources['npm start'], ...sources['.env'], ...sources.environment };
}

/** Returns a function that says which source a variable has its value from; null if none has it. */
export function sourceIn(sources: SettingSources): (variable: string) => keyof SettingSources | null {
  const names = ['environment', '.env', 'npm start'] as const;
  return (variable) => names.find((name) => sources[name][variable]?.trim()) ?? null;
}

/** The settings of a program that uses an instance over HTTP. */
export interface ClientSettings {
  /** Empty when unset. */
  apiKey: string;
  url: string;
}

/** Loads the settings of a client. It reads no others and no file, because it runs in the folders of other projects. */
export function loadClientSettings(): ClientSettings {
  const url = process.env.TRIBUTARY_URL?.trim() || 'http://127.0.0.1:3000';
  return { apiKey: process.env.TRIBUTARY_API_KEY?.trim() ?? '', url };
}

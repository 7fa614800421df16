import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.ts';
import type { Environment } from './settings-reader.ts';

// Only this file reads the environment.

/** Loads the settings: the environment takes precedence over a `.env` file in the working directory. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
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

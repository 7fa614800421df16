import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { readConfig, settingsIn } from '../../lib/config/config.ts';

/** In which a process ends after its drain time, as docs/operations.md promises. */
const STOP_WITHIN_MS = 15_000;

/** The lines of the Procfile: for web and for worker. */
export const procfileLines = Object.fromEntries(
  readFileSync('Procfile', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/: */, 2)),
) as { web: string; worker: string };

/** Their commands. Where no shell reads them, there is nothing to replace. */
export const procfile = Object.fromEntries(
  Object.entries(procfileLines).map(([name, line]) => [name, line.replace(/^exec /, '')]),
) as { web: string; worker: string };

/** The names that .dockerignore lets through. */
export const letThrough = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

/** Expects that every variable is a setting of Tributary, apart from these others, and has a valid value. */
export function expectSettings(env: Record<string, unknown>, others: readonly string[] = []): void {
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
  const known = settingsIn(given);
  expect(Object.keys(given).length).toBeGreaterThan(0);
  expect(Object.keys(given).filter((name) => !(name in known))).toEqual(others);
  expect(() => readConfig(given)).not.toThrow();
}

/** Expects that a process has more time to end than it needs with these settings. */
export function expectTimeToEnd(seconds: number, env: Record<string, unknown> = {}): void {
  const drainMs = Number(env.SHUTDOWN_DRAIN_MS ?? 0);
  expect(seconds * 1_000).toBeGreaterThan(drainMs + STOP_WITHIN_MS);
}

import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Variables and their values. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a setting: its value if it is valid, and otherwise the fallback. */
export type ReadSetting = <T>(name: string, schema: z.ZodType<T, string>, fallback: T) => T;

/** A setting that was read. */
export interface SettingRead {
  name: string;
  /** The variable that has its value, which may have another name of it; null if it is unset. */
  variable: string | null;
  schema: z.ZodType;
  /** Its text, or the default if it is unset. */
  value: unknown;
}

/** A setting that has a value. */
export interface GivenSetting {
  name: string;
  text: string;
  /** Its text without secrets. */
  shown: string;
}

/** Who hears of the settings that are read, and where messages find the source of a variable. */
export interface ReadOptions {
  onRead?(setting: SettingRead): void;
  /** Where a variable comes from, such as `.env`; null if that is not known. */
  sourceOf?(variable: string): string | null;
}

/** Other names of settings, which work as well. */
export const otherNames: Readonly<Record<string, string>> = {
  API_THROTTLE_BURST: 'API_BURST_LIMIT',
  API_THROTTLE_SUSTAINED: 'API_SUSTAINED_LIMIT',
  ACCOUNT_MONTHLY_LIMIT: 'ACCOUNT_MONTHLY_CAP',
};

/** Those that settings had before. The operator is told of the new ones. */
export const oldNames: readonly string[] = ['ACCOUNT_MONTHLY_CAP'];

/** The variable that names a file with the value of a setting, such as a secret that the platform mounts. */
export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/** Whether a setting has a value, or a file with one. */
export function isSet(env: Environment, name: string): boolean {
  return [name, otherNames[name], fileVariable(name)].some((variable) => variable && env[variable]?.trim());
}

/** Creates a function that reads the settings of an environment, and adds each invalid one to `problems`. */
export function settingsReader(
  env: Environment,
  problems: string[],
  { onRead = () => {}, sourceOf = () => null }: ReadOptions = {},
): ReadSetting {
  const complain = (variable: string, message: string) => {
    const source = sourceOf(variable);
    problems.push(`${variable}: ${message}${source === null ? '' : ` (from ${source})`}`);
  };
  /** The text of a variable, or of the file that it names. An empty value counts as unset: `.env` often has `NAME=`. */
  const textOf = (variable: string | undefined, isFile: boolean): { variable: string; text: string }[] => {
    const text = variable && env[variable]?.trim();
    if (!text) return [];
    if (!isFile) return [{ variable, text }];
    try {
      const content = readFileSync(text, 'utf8').trim();
      if (content) return [{ variable, text: content }];
      complain(variable, `the file ${text} is empty`);
    } catch (error) {
      complain(variable, `the file ${text} cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
    return [];
  };
  return (name, schema, fallback) => {
    const [first, ...others] = [
      ...textOf(name, false),
      ...textOf(otherNames[name], false),
      ...textOf(fileVariable(name), true),
    ];
    onRead({ name, variable: first?.variable ?? null, schema, value: first?.text ?? fallback });
    if (!first) return fallback;
    const other = others.find(({ text }) => text !== first.text);
    if (other) complain(first.variable, `${other.variable}, which sets the same, has another value`);
    const result = schema.safeParse(first.text);
    if (result.success) return result.data;
    complain(first.variable, [...new Set(result.error.issues.map((issue) => issue.message))].join('; '));
    return fallback;
  };
}

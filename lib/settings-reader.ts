import type { z } from 'zod';

/** Variables and their values. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a setting: its value if it is valid, and otherwise the fallback. */
export type ReadSetting = <T>(name: string, schema: z.ZodType<T, string>, fallback: T) => T;

/** A setting that was read. */
export interface SettingRead {
  name: string;
  /** The variable that has its value, which may be its old name; null if it is unset. */
  variable: string | null;
  schema: z.ZodType;
  /** Its text, or the default if it is unset. */
  value: unknown;
}

/** The names that settings had before. They still work. */
export const oldNames: Readonly<Record<string, string>> = {
  API_BURST_LIMIT: 'API_THROTTLE_BURST',
  API_SUSTAINED_LIMIT: 'API_THROTTLE_SUSTAINED',
  ACCOUNT_MONTHLY_LIMIT: 'ACCOUNT_MONTHLY_CAP',
};

/**
 * Creates a function that reads the settings of an environment, adds each invalid one to `problems`, and tells `onRead` of
 * each.
 */
export function settingsReader(
  env: Environment,
  problems: string[],
  onRead: (setting: SettingRead) => void = () => {},
): ReadSetting {
  return (name, schema, fallback) => {
    const oldName = oldNames[name];
    // An empty value counts as unset, because `.env` files often contain `NAME=`.
    const text = env[name]?.trim();
    const oldText = oldName && env[oldName]?.trim();
    if (text && oldText && text !== oldText) problems.push(`${name}: ${oldName}, its old name, has another value`);
    const [variable, given] = text ? [name, text] : [oldName, oldText];
    onRead({ name, variable: (given && variable) || null, schema, value: given || fallback });
    if (!given) return fallback;
    const result = schema.safeParse(given);
    if (result.success) return result.data;
    problems.push(`${variable}: ${[...new Set(result.error.issues.map((issue) => issue.message))].join('; ')}`);
    return fallback;
  };
}

/** What to tell the operator about a setting with its old name. */
export function renamedText(oldName: string, name: string): string {
  return `${oldName} is now ${name}; the old name still works`;
}

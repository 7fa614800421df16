import type { z } from 'zod';

/** Variables and their values. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a setting: its value if it is valid, and otherwise the fallback. */
export type ReadSetting = <T>(name: string, schema: z.ZodType<T, string>, fallback: T) => T;

/** Creates a function that reads the settings of an environment, and adds each invalid one to `problems`. */
export function settingsReader(env: Environment, problems: string[]): ReadSetting {
  return (name, schema, fallback) => {
    const text = env[name]?.trim();
    // An empty value counts as unset, because `.env` files often contain `NAME=`.
    if (!text) return fallback;
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    problems.push(`${name}: ${[...new Set(result.error.issues.map((issue) => issue.message))].join('; ')}`);
    return fallback;
  };
}

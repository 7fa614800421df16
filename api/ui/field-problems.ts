import type { z } from 'zod';

type FieldOf = (path: readonly PropertyKey[]) => string;

/** The messages by field, with the same texts as the API. `fieldOf` names the field of a form that a path is about. */
export function fieldProblems(
  error: z.ZodError,
  fieldOf: FieldOf = ([first = '']) => String(first),
): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const field = fieldOf(path);
    problems[field] ??= [];
    problems[field].push(message);
  }
  return problems;
}

/** The messages for people, one line each. */
export function problemLines(problems: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(problems).flatMap(([field, messages]) =>
    [messages].flat().map((message) => (field === 'detail' ? String(message) : `${field}: ${String(message)}`)),
  );
}

import type { z } from 'zod';

/** The messages by field, with the same texts as the API. */
export function fieldProblems(error: z.ZodError): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? '');
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

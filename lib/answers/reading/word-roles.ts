import { z } from 'zod';
import { jsonFile } from '../data-file.ts';

/** Reads a file of words by role, and returns the role of each word. A word has one role. */
export function wordRoles<Role extends string>(file: URL, roles: readonly Role[]): () => ReadonlyMap<string, Role> {
  const lists = z.record(z.enum(roles), z.array(z.string()));
  return jsonFile(
    file,
    lists.transform((words) => new Map(roles.flatMap((role) => words[role].map((word) => [word, role] as const)))),
  );
}

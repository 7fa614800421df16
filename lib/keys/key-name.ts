/** Why a key cannot have this name; null if it can. */
export function keyNameProblem(name: string): string | null {
  if (name.length > 100) return 'A key name has at most 100 characters.';
  return /\p{Cc}/u.test(name) ? 'A key name has no control characters.' : null;
}

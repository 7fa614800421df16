/** Parses a request body as a JSON object; null when it is anything else. */
export function jsonObject<T extends object>(body: string): T | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as T) : null;
  } catch {
    return null;
  }
}

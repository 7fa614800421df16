/** The JSON object in a request's body; null when it holds anything else. */
export function jsonObject<T extends object>(body: string): T | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as T) : null;
  } catch {
    return null;
  }
}

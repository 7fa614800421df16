/** The number of results in an engine's answer. */
export function resultsIn(answer: unknown): number {
  return (answer as { results?: readonly unknown[] }).results?.length ?? 0;
}

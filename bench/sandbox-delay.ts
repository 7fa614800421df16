/** The engines of the benchmarks. */
export const ENGINES = ['brave', 'mojeek', 'marginalia'];

/** Makes the sandbox's engines answer after a delay. */
export function setDelay(sandboxUrl: string, delayMs: number): Promise<void> {
  return setDelays(
    sandboxUrl,
    ENGINES.map(() => delayMs),
  );
}

/** Makes each of the sandbox's engines answer after a delay of its own. */
export async function setDelays(sandboxUrl: string, delaysMs: readonly number[]): Promise<void> {
  for (const [at, engine] of ENGINES.entries()) {
    const delayMs = delaysMs[at] ?? 0;
    const body = JSON.stringify(delayMs > 0 ? { delayMs } : {});
    await fetch(`${sandboxUrl}/_sandbox/knobs/${engine}`, { method: 'PUT', body });
  }
}

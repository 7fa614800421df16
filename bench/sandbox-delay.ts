/** The engines of the benchmarks. */
export const ENGINES = ['brave', 'mojeek', 'marginalia'];

/** Makes the sandbox's engines answer after a delay. */
export async function setDelay(sandboxUrl: string, delayMs: number): Promise<void> {
  for (const engine of ENGINES) {
    const body = JSON.stringify(delayMs > 0 ? { delayMs } : {});
    await fetch(`${sandboxUrl}/_sandbox/knobs/${engine}`, { method: 'PUT', body });
  }
}

/** Path of a Chromium on this machine, or null. */
export function findChromium(): string | null;
/** The same after trying to install one; says so loudly when there is none. */
export function ensureChromium(log: (line: string) => void): string | null;

/** Finds a Chromium on this machine; null if there is none. */
export function findChromium(): string | null;
/** Finds or installs a Chromium; logs a warning and returns null if there is none. */
export function ensureChromium(log: (line: string) => void): string | null;

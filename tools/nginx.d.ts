/** An nginx on this machine. */
export interface NginxProgram {
  path: string;
  /** Environment variables that it needs; empty for an installed one. */
  env: Record<string, string>;
}

/** Finds an nginx on PATH, else the private copy in .data/nginx; null if there is none. */
export function findNginx(): NginxProgram | null;
/** Finds or unpacks an nginx; logs a warning and returns null if there is none. */
export function ensureNginx(log: (line: string) => void): NginxProgram | null;

/** Whether the sources have changed since the last build, or it was less than this kind. */
export function buildIsStale(kind: 'run' | 'client' | 'workshop'): boolean;

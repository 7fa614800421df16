/** How long a response may be used again. */
export interface Freshness {
  /** For so long without asking its server again. */
  freshForMs: number;
  /** Whether it may be kept at all: then it can be used after its server has confirmed it. */
  mayKeep: boolean;
}

const LONGEST_MS = 3_600_000;
/** Of a response that says nothing about it. */
const UNSAID_MS = 300_000;

/**
 * Reads the freshness of a response from its headers (RFC 9111), whose names are in lower case. The cache is shared, so
 * `s-maxage` counts, and `private` means that every reader has to ask.
 */
export function freshnessOf(headers: Readonly<Record<string, string>>): Freshness {
  const control = directivesOf(headers['cache-control'] ?? '');
  if (control.has('no-store')) return { freshForMs: 0, mayKeep: false };
  const mustAsk =
    control.has('no-cache') ||
    control.has('private') ||
    headers.vary?.includes('*') ||
    (control.size === 0 && /\bno-cache\b/i.test(headers.pragma ?? ''));
  if (mustAsk) return { freshForMs: 0, mayKeep: true };
  const ageMs = (secondsOf(headers.age) ?? 0) * 1_000;
  const freshForMs = Math.min(LONGEST_MS, Math.max(0, lifetimeMs(control, headers) - ageMs));
  return { freshForMs, mayKeep: true };
}

/** The freshness of a page that several responses led to. */
export function leastFresh(all: readonly Freshness[]): Freshness {
  return {
    freshForMs: Math.min(...all.map(({ freshForMs }) => freshForMs)),
    mayKeep: all.every(({ mayKeep }) => mayKeep),
  };
}

function lifetimeMs(control: ReadonlyMap<string, string>, headers: Readonly<Record<string, string>>): number {
  for (const name of ['s-maxage', 'max-age']) {
    // A number that cannot be read means that it is stale.
    if (control.has(name)) return (secondsOf(control.get(name)) ?? 0) * 1_000;
  }
  if (headers.expires === undefined) return UNSAID_MS;
  const expires = Date.parse(headers.expires);
  // `Expires: 0` is common, and means the past.
  if (Number.isNaN(expires) || /^-?\d+$/.test(headers.expires)) return 0;
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? UNSAID_MS : expires - date;
}

/** The directives of `Cache-Control`; of one that comes twice, the first. */
function directivesOf(text: string): Map<string, string> {
  const directives = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)(?:\s*=\s*("[^"]*"|[^\s,]*))?/g)) {
    const key = name.toLowerCase();
    if (!directives.has(key)) directives.set(key, value.replaceAll('"', ''));
  }
  return directives;
}

/** Null for what is no whole number of seconds. */
function secondsOf(text = ''): number | null {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
}

import type { Standing, Standings } from './admission.ts';

/** The `RateLimit` headers of the IETF draft; a limit that is off is left out, and so are the headers when both are. */
export function rateHeaders(standings: Standings): Record<string, string> {
  const named = Object.entries(standings).filter((entry): entry is [string, Standing] => entry[1] !== null);
  if (named.length === 0) return {};
  return {
    'ratelimit-policy': named.map(([name, s]) => `"${name}";q=${s.limit};w=${s.windowMs / 1_000}`).join(', '),
    ratelimit: named.map(([name, s]) => `"${name}";r=${s.remaining};t=${s.resetS}`).join(', '),
  };
}
